// Runs the codec, refused, order and typed cases of every scheme, -policy.json included: go run reader.go [DIRECTORY OF THE VECTORS]
//
// To test your port, copy this file and replace the small codec type with your library.
package main

import (
	"bytes"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"math/big"
	"os"
	"path/filepath"
	"regexp"
	"sort"
	"strings"
)

type form struct {
	Alphabet string
	Digits   int
	Hyphens  []int
}

// The layout of a scheme in index.json.
type codec struct {
	Forms  []form
	Fields []struct {
		Name     string
		Bits     uint
		Constant *int64
	}
	Typed      *form // the text form after a prefix, if it is not the usual form
	Max        string
	EpochUnix  int64 `json:"epoch_unix_ms"`
	Tick       int64 `json:"tick_ms"`
	max        *big.Int
	mask, ones *big.Int // the bits of the constant fields, and their values in every ID
	isStrict   bool     // whether letters must have the case of the alphabet
}

func (c *codec) prepare() {
	c.max, _ = new(big.Int).SetString(c.Max, 16)
	c.mask, c.ones = new(big.Int), new(big.Int)
	for _, field := range c.Fields {
		c.mask.Lsh(c.mask, field.Bits)
		c.ones.Lsh(c.ones, field.Bits)
		if field.Constant != nil {
			c.mask.Add(c.mask, big.NewInt(1<<field.Bits-1))
			c.ones.Add(c.ones, big.NewInt(*field.Constant))
		}
	}
}

var errRefused = errors.New("refused")

// Parses a string. Returns its integer, or the reason and the position as in the vectors.
func (c codec) ofText(text string) (*big.Int, string, int) {
	at := 0
	for at < len(c.Forms) && c.Forms[at].Digits+len(c.Forms[at].Hyphens) != len(text) {
		at++
	}
	if at == len(c.Forms) {
		return nil, "length", -1
	}
	form, place, id := c.Forms[at], 0, new(big.Int)
	radix := big.NewInt(int64(len(form.Alphabet)))
	for position := 0; position < len(text); position++ {
		if hyphens := position - place; hyphens < len(form.Hyphens) && form.Hyphens[hyphens] == position {
			if text[position] != '-' {
				return nil, "digit", position
			}
			continue
		}
		// ToLower of the whole string would also change letters outside ASCII.
		digit := strings.Index(c.fold(form.Alphabet), c.fold(text[position:position+1]))
		place++
		weight := new(big.Int).Exp(radix, big.NewInt(int64(form.Digits-place)), nil)
		here := new(big.Int).Mul(weight, big.NewInt(int64(len(form.Alphabet)-1)))
		value := new(big.Int).Mul(weight, big.NewInt(int64(digit)))
		contradicts := here.And(here, c.mask).And(here, new(big.Int).Xor(value, c.ones)).Sign() != 0
		if text[position] >= 0x80 || digit < 0 || contradicts {
			return nil, "digit", position
		}
		id.Add(id, value)
	}
	if id.Cmp(c.max) > 0 {
		return nil, "overflow", -1
	}
	return id, "", -1
}

func (c codec) fold(text string) string {
	if c.isStrict {
		return text
	}
	return strings.ToLower(text)
}

func (c codec) afterPrefix() codec {
	if c.Typed != nil {
		c.Forms, c.isStrict = []form{*c.Typed}, true
	}
	return c
}

// The same IDs as UUIDs.
func (c codec) inUUID() codec {
	c.Forms, c.isStrict = []form{{"0123456789abcdef", 32, []int{8, 13, 18, 23}}}, false
	return c
}

var isPrefix = regexp.MustCompile("^([a-z]([a-z_]{0,61}[a-z])?)?$")

func separated(prefix string) string {
	if prefix == "" {
		return ""
	}
	return prefix + "_"
}

// Parses a string with a prefix. Returns its integer, or the reason and the position as in the vectors.
func (c codec) ofTyped(prefix, textForms, text string) (*big.Int, string, int) {
	start := strings.LastIndex(text, "_") + 1
	if !isPrefix.MatchString(prefix) {
		return nil, "kind", -1
	}
	if textForms == "uuid" || textForms != "" && strings.Contains(text, "-") && start == 0 {
		return c.inUUID().ofText(text)
	}
	if text[:start] != separated(prefix) {
		return nil, "prefix", -1
	}
	id, reason, position := c.afterPrefix().ofText(text[start:])
	if reason == "digit" {
		position += start
	}
	return id, reason, position
}

func (c codec) typed(prefix, textForms string, id *big.Int) string {
	if strings.HasPrefix(textForms, "uuid") {
		return c.inUUID().text(id)
	}
	return separated(prefix) + c.afterPrefix().text(id)
}

func (c codec) ofInt(id *big.Int) (*big.Int, error) {
	if id.Sign() < 0 || id.Cmp(c.max) > 0 || new(big.Int).And(id, c.mask).Cmp(c.ones) != 0 {
		return nil, errRefused
	}
	return id, nil
}

func (c codec) size() int { return len(c.Max) / 2 }

func (c codec) ofBytes(data []byte) (*big.Int, error) {
	if len(data) != c.size() {
		return nil, errRefused
	}
	return c.ofInt(new(big.Int).SetBytes(data))
}

func (c codec) ofFields(fields map[string]any) (*big.Int, error) {
	id := new(big.Int)
	for _, field := range c.Fields {
		value, ok := number(fields[field.Name])
		if !ok || value.Sign() < 0 || value.BitLen() > int(field.Bits) {
			return nil, errRefused
		}
		id.Or(id.Lsh(id, field.Bits), value)
	}
	return c.ofInt(id)
}

func (c codec) text(id *big.Int) string {
	form := c.Forms[0]
	text, rest, digit := make([]byte, form.Digits), new(big.Int).Set(id), new(big.Int)
	for at := form.Digits - 1; at >= 0; at-- {
		rest.DivMod(rest, big.NewInt(int64(len(form.Alphabet))), digit)
		text[at] = form.Alphabet[digit.Int64()]
	}
	for _, position := range form.Hyphens {
		text = append(text[:position], append([]byte{'-'}, text[position:]...)...)
	}
	return string(text)
}

func (c codec) bytes(id *big.Int) []byte { return id.FillBytes(make([]byte, c.size())) }

// Integers above 2^53 - 1 are decimal strings.
func number(value any) (*big.Int, bool) {
	switch value := value.(type) {
	case string:
		return new(big.Int).SetString(value, 10)
	case json.Number:
		return new(big.Int).SetString(value.String(), 10)
	}
	return nil, false
}

type test struct {
	ID                                      int
	Comment, Text, Bytes, Int, Reason, From string
	Position                                *int
	Prefix                                  *string
	TextForms                               string `json:"text_forms"`
	Fields                                  map[string]any
	UnixMs                                  json.Number `json:"unix_ms"`
	Alternates, Shuffled, Sorted            []string
	Value                                   any
}

func (c codec) valid(t test) bool {
	id, _, _ := c.ofText(t.Text)
	data, _ := hex.DecodeString(t.Bytes)
	decimal, _ := new(big.Int).SetString(t.Int, 10)
	ofBytes, _ := c.ofBytes(data)
	ofInt, _ := c.ofInt(decimal)
	ofFields, _ := c.ofFields(t.Fields)
	made := []*big.Int{id, ofBytes, ofInt, ofFields}
	for _, text := range t.Alternates {
		other, _, _ := c.ofText(text)
		made = append(made, other)
	}
	for _, other := range made {
		if other == nil || other.Cmp(id) != 0 {
			return false
		}
	}
	rest := new(big.Int).Set(id)
	for at := len(c.Fields) - 1; at >= 0; at-- {
		value, expected := new(big.Int), big.NewInt(0)
		rest.DivMod(rest, new(big.Int).Lsh(big.NewInt(1), c.Fields[at].Bits), value)
		if expected, _ = number(t.Fields[c.Fields[at].Name]); value.Cmp(expected) != 0 {
			return false
		}
		if at == 0 && fmt.Sprint(value.Int64()*c.Tick+c.EpochUnix) != t.UnixMs.String() {
			return false
		}
	}
	return c.text(id) == t.Text && bytes.Equal(c.bytes(id), data)
}

func (c codec) validTyped(t test) bool {
	data, _ := hex.DecodeString(t.Bytes)
	id, _ := c.ofBytes(data)
	for _, text := range append([]string{t.Text}, t.Alternates...) {
		other, _, _ := c.ofTyped(*t.Prefix, t.TextForms, text)
		if other == nil || id == nil || other.Cmp(id) != 0 {
			return false
		}
	}
	return c.typed(*t.Prefix, t.TextForms, id) == t.Text
}

func (c codec) invalid(t test) bool {
	read := c.ofText
	if t.Prefix != nil {
		read = func(text string) (*big.Int, string, int) { return c.ofTyped(*t.Prefix, t.TextForms, text) }
	}
	_, reason, position := read(t.Text)
	return reason == t.Reason && (t.Position == nil && position == -1 || t.Position != nil && position == *t.Position)
}

func (c codec) order(t test) bool {
	for _, less := range []func(a, b *big.Int) bool{
		func(a, b *big.Int) bool { return a.Cmp(b) < 0 },
		func(a, b *big.Int) bool { return bytes.Compare(c.bytes(a), c.bytes(b)) < 0 },
		func(a, b *big.Int) bool { return c.text(a) < c.text(b) },
	} {
		ids, sorted := []*big.Int{}, []string{}
		for _, text := range t.Shuffled {
			id, _, _ := c.ofText(text)
			if id == nil {
				return false
			}
			ids = append(ids, id)
		}
		sort.SliceStable(ids, func(i, j int) bool { return less(ids[i], ids[j]) })
		for _, id := range ids {
			sorted = append(sorted, c.text(id))
		}
		if strings.Join(sorted, " ") != strings.Join(t.Sorted, " ") {
			return false
		}
	}
	return true
}

func (c codec) refused(t test) bool {
	var err error
	switch t.From {
	case "int":
		decimal, _ := new(big.Int).SetString(t.Value.(string), 10)
		_, err = c.ofInt(decimal)
	case "bytes":
		data, _ := hex.DecodeString(t.Value.(string))
		_, err = c.ofBytes(data)
	case "fields":
		_, err = c.ofFields(t.Value.(map[string]any))
	}
	return err != nil
}

func main() {
	directory, failures := "..", 0
	if len(os.Args) > 1 {
		directory = os.Args[1]
	}
	var index struct {
		Schemes []struct {
			Name   string
			Layout codec
		}
		Vectors []struct{ Path, Scheme, Kind string }
	}
	content, err := os.ReadFile(filepath.Join(directory, "index.json"))
	if err == nil {
		err = json.Unmarshal(content, &index)
	}
	if err != nil {
		fmt.Println("index.json", err)
		os.Exit(1)
	}
	for _, scheme := range index.Schemes {
		c := scheme.Layout
		c.prepare()
		for _, vectors := range index.Vectors {
			if vectors.Scheme != scheme.Name || !strings.Contains("codec refused order typed", vectors.Kind) {
				continue
			}
			name := vectors.Path
			var file struct {
				Count                 int
				Valid, Invalid, Cases []test
			}
			content, err := os.ReadFile(filepath.Join(directory, name))
			decoder := json.NewDecoder(bytes.NewReader(content))
			decoder.UseNumber()
			if err == nil {
				err = decoder.Decode(&file)
			}
			if err != nil {
				fmt.Println(name, err)
				os.Exit(1)
			}
			passed, failed, skipped := 0, 0, 0
			run := func(t test, passes bool) {
				if passes {
					passed++
				} else {
					failed++
					fmt.Printf("%s: case %d fails: %s\n", name, t.ID, t.Comment)
				}
			}
			for _, t := range file.Valid {
				if t.Prefix != nil {
					run(t, c.validTyped(t))
				} else {
					run(t, c.valid(t))
				}
			}
			for _, t := range file.Invalid {
				run(t, c.invalid(t))
			}
			for _, t := range file.Cases {
				switch {
				case t.From == "config":
					skipped++ // This needs a generator.
				case t.From != "":
					run(t, c.refused(t))
				default:
					run(t, c.order(t))
				}
			}
			fmt.Printf("%s: %d cases, %d passed, %d failed, %d skipped\n", name, file.Count, passed, failed, skipped)
			failures += failed
			if passed+failed+skipped != file.Count {
				failures++
			}
		}
	}
	if failures > 0 {
		os.Exit(1)
	}
}

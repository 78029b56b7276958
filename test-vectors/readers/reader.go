// Runs codec.json, refused.json and order.json of every scheme: go run reader.go [FOLDER OF THE VECTORS]
//
// To test your port, copy this file and replace the type codec, which is a small codec of its own, by your library.
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
	"sort"
	"strings"
)

const base36, crockford = "0123456789abcdefghijklmnopqrstuvwxyz", "0123456789ABCDEFGHJKMNPQRSTVWXYZ"

type field struct {
	name string
	bits uint
}

// IDs of a scheme, as big integers.
type codec struct {
	scheme   string
	digits   int
	alphabet string
	limit    *big.Int
	fields   []field
	tick     int64 // in milliseconds
	epoch    int64 // in milliseconds since 1970
}

func power(base, exponent int64) *big.Int {
	return new(big.Int).Exp(big.NewInt(base), big.NewInt(exponent), nil)
}

var codecs = []codec{
	{"scru160", 32, strings.ToUpper(base36[:32]), power(2, 160), []field{{"timestamp", 48}, {"counter", 16}, {"random16", 16}, {"random80", 80}}, 1, 0},
	{"scru128", 25, base36, power(2, 128), []field{{"timestamp", 48}, {"counter_hi", 24}, {"counter_lo", 24}, {"entropy", 32}}, 1, 0},
	{"scru64", 12, base36, power(36, 12), []field{{"timestamp", 40}, {"node_ctr", 24}}, 256, 0},
	{"ulid", 26, crockford, power(2, 128), []field{{"timestamp", 48}, {"randomness", 80}}, 1, 0},
	{"ulid-flake", 13, crockford, power(2, 63), []field{{"timestamp", 44}, {"randomness", 20}}, 1, 1704067200000},
	{"ulid-flake-scalable", 13, crockford, power(2, 63), []field{{"timestamp", 44}, {"randomness", 15}, {"scalability", 5}}, 1, 1704067200000},
}

var errRefused = errors.New("refused")

// The integer of a text, or the reason and the position of the vectors.
func (c codec) ofText(text string) (id *big.Int, reason string, position int) {
	alphabet := c.alphabet
	if c.scheme == "scru160" && len(text) == 40 {
		alphabet = base36[:16]
	} else if len(text) != c.digits {
		return nil, "length", -1
	}
	id = new(big.Int)
	for position := 0; position < len(text); position++ {
		character := text[position : position+1]
		// ToLower of the whole text would also change letters outside ASCII.
		digit := strings.Index(strings.ToLower(alphabet), strings.ToLower(character))
		if text[position] >= 0x80 || digit < 0 {
			return nil, "digit", position
		}
		id.Add(id.Mul(id, big.NewInt(int64(len(alphabet)))), big.NewInt(int64(digit)))
	}
	if id.Cmp(c.limit) >= 0 {
		return nil, "overflow", -1
	}
	return id, "", -1
}

func (c codec) ofInt(id *big.Int) (*big.Int, error) {
	if id.Sign() < 0 || id.Cmp(c.limit) >= 0 {
		return nil, errRefused
	}
	return id, nil
}

func (c codec) size() (bits uint) {
	for _, field := range c.fields {
		bits += field.bits
	}
	return bits / 8
}

func (c codec) ofBytes(data []byte) (*big.Int, error) {
	if uint(len(data)) != c.size() {
		return nil, errRefused
	}
	return c.ofInt(new(big.Int).SetBytes(data))
}

func (c codec) ofFields(fields map[string]any) (*big.Int, error) {
	id := new(big.Int)
	for _, field := range c.fields {
		value, ok := number(fields[field.name])
		if !ok || value.Sign() < 0 || value.BitLen() > int(field.bits) {
			return nil, errRefused
		}
		id.Or(id.Lsh(id, field.bits), value)
	}
	return c.ofInt(id)
}

func (c codec) text(id *big.Int) string {
	text, rest, digit := make([]byte, c.digits), new(big.Int).Set(id), new(big.Int)
	for at := c.digits - 1; at >= 0; at-- {
		rest.DivMod(rest, big.NewInt(int64(len(c.alphabet))), digit)
		text[at] = c.alphabet[digit.Int64()]
	}
	return string(text)
}

func (c codec) bytes(id *big.Int) []byte { return id.FillBytes(make([]byte, c.size())) }

// Fields of more than 53 bits are hex.
func number(value any) (*big.Int, bool) {
	switch value := value.(type) {
	case string:
		return new(big.Int).SetString(value, 16)
	case json.Number:
		return new(big.Int).SetString(value.String(), 10)
	}
	return nil, false
}

type test struct {
	ID                                      int
	Comment, Text, Bytes, Int, Reason, From string
	Position                                *int
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
	for at := len(c.fields) - 1; at >= 0; at-- {
		value, expected := new(big.Int), big.NewInt(0)
		rest.DivMod(rest, power(2, int64(c.fields[at].bits)), value)
		if expected, _ = number(t.Fields[c.fields[at].name]); value.Cmp(expected) != 0 {
			return false
		}
		if at == 0 && fmt.Sprint(value.Int64()*c.tick+c.epoch) != t.UnixMs.String() {
			return false
		}
	}
	return c.text(id) == t.Text && bytes.Equal(c.bytes(id), data)
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
	folder, failures := "..", 0
	if len(os.Args) > 1 {
		folder = os.Args[1]
	}
	for _, c := range codecs {
		for _, kind := range []string{"codec", "refused", "order"} {
			name := c.scheme + "/" + kind + ".json"
			var file struct {
				Count                 int
				Valid, Invalid, Cases []test
			}
			content, err := os.ReadFile(filepath.Join(folder, name))
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
				run(t, c.valid(t))
			}
			for _, t := range file.Invalid {
				_, reason, position := c.ofText(t.Text)
				run(t, reason == t.Reason && (t.Position == nil && position == -1 || t.Position != nil && position == *t.Position))
			}
			for _, t := range file.Cases {
				switch {
				case t.From == "config":
					skipped++ // There is no generator here.
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

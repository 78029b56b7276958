// A small port of ULID, for judge.py: python3 judge.py --port 'cd templates/go && GO111MODULE=off go run .'
//
// IDs, fields and times are integers.
package main

import (
	"encoding/hex"
	"fmt"
	"math/big"
	"regexp"
	"strings"
	"unicode"
)

const timestampBits, randomnessBits = 48, 80

var (
	one       = big.NewInt(1)
	isPrefix  = regexp.MustCompile(`^([a-z]([a-z_]{0,61}[a-z])?)?$`)
	crockford = TextForm{alphabet: "0123456789ABCDEFGHJKMNPQRSTVWXYZ", digits: 26}
	uuid      = TextForm{"0123456789abcdef", 32, map[int]bool{8: true, 13: true, 18: true, 23: true}}
)

var About = Message{
	"protocol": "1", "name": "template in Go", "schemes": "ulid",
	"abilities": "parse from_bytes from_int from_fields compare parse_typed format_typed open",
}

// Schemes has the functions of each scheme. If your library has several, IDs can be an interface.
var Schemes = map[string]IDs{"ulid": {}}

func fits(value *big.Int, bits int) bool { return value.Sign() >= 0 && value.BitLen() <= bits }

// TextForm is a fixed number of digits, the most significant first, with hyphens at fixed positions.
type TextForm struct {
	alphabet string
	digits   int
	hyphens  map[int]bool
}

// digit returns the value of a digit, or -1.
func (f TextForm) digit(character byte) int64 {
	// A byte of a character outside of ASCII is never a digit, in either letter case.
	return int64(strings.IndexRune(strings.ToLower(f.alphabet), unicode.ToLower(rune(character))))
}

func (f TextForm) Parse(text string) (*big.Int, error) {
	if len(text) != f.digits+len(f.hyphens) {
		return nil, Message{"error": "length"}
	}
	value, radix := new(big.Int), big.NewInt(int64(len(f.alphabet)))
	for position := 0; position < len(text); position++ {
		digit := f.digit(text[position])
		if f.hyphens[position] && text[position] == '-' {
			continue
		} else if f.hyphens[position] || digit < 0 {
			return nil, Message{"error": "digit", "position": fmt.Sprint(position)}
		}
		value.Add(value.Mul(value, radix), big.NewInt(digit))
	}
	if !fits(value, timestampBits+randomnessBits) {
		return nil, Message{"error": "overflow"}
	}
	return value, nil
}

func (f TextForm) Format(value *big.Int) string {
	text := make([]byte, f.digits+len(f.hyphens))
	rest, digit, radix := new(big.Int).Set(value), new(big.Int), big.NewInt(int64(len(f.alphabet)))
	for position := len(text) - 1; position >= 0; position-- {
		if f.hyphens[position] {
			text[position] = '-'
			continue
		}
		rest.DivMod(rest, radix, digit)
		text[position] = f.alphabet[digit.Int64()]
	}
	return string(text)
}

type IDs struct{}

func (IDs) FromText(text string) (*big.Int, error) { return crockford.Parse(text) }

func (IDs) FromBytes(text string) (*big.Int, error) {
	bytes, err := hex.DecodeString(text)
	if err != nil || len(bytes) != 16 {
		return nil, Message{"error": "rejected"}
	}
	return new(big.Int).SetBytes(bytes), nil
}

func (IDs) FromInt(text string) (*big.Int, error) {
	value, err := Number(text)
	if err != nil || !fits(value, timestampBits+randomnessBits) {
		return nil, Message{"error": "rejected"}
	}
	return value, nil
}

func (IDs) FromFields(fields Message) (*big.Int, error) {
	timestamp, err := Number(fields["timestamp"])
	if err != nil || !fits(timestamp, timestampBits) {
		return nil, Message{"error": "timestamp"}
	}
	randomness, err := Number(fields["randomness"])
	if err != nil || !fits(randomness, randomnessBits) {
		return nil, Message{"error": "randomness"}
	}
	return join(timestamp, randomness), nil
}

func join(timestamp, randomness *big.Int) *big.Int {
	value := new(big.Int).Lsh(timestamp, randomnessBits)
	return value.Or(value, randomness)
}

func split(id *big.Int) (timestamp, randomness *big.Int) {
	timestamp = new(big.Int).Rsh(id, randomnessBits)
	return timestamp, new(big.Int).Sub(id, new(big.Int).Lsh(timestamp, randomnessBits))
}

// Forms returns the answer with all forms of an ID.
func (IDs) Forms(id *big.Int, err error) (Message, error) {
	if err != nil {
		return nil, err
	}
	timestamp, randomness := split(id)
	return Message{
		"text": crockford.Format(id), "bytes": hex.EncodeToString(id.FillBytes(make([]byte, 16))), "int": id.String(),
		"unix_ms": timestamp.String(), "timestamp": timestamp.String(), "randomness": randomness.String(),
	}, nil
}

func (ids IDs) Compare(a, b string) (Message, error) {
	first, err := ids.FromText(a)
	if err != nil {
		return nil, err
	}
	second, err := ids.FromText(b)
	if err != nil {
		return nil, err
	}
	return Message{"order": [...]string{"less", "equal", "greater"}[first.Cmp(second)+1]}, nil
}

// FromTypedText parses a typed ID: a prefix, `_` and the text form, or a UUID.
func (ids IDs) FromTypedText(question Message) (*big.Int, error) {
	text, prefix, textForms := question["text"], question["prefix"], question["text_forms"]
	if !isPrefix.MatchString(prefix) {
		return nil, Message{"error": "kind"}
	}
	if textForms == "uuid" || textForms != "compact" && strings.Contains(text, "-") && !strings.Contains(text, "_") {
		return uuid.Parse(text)
	}
	start := strings.LastIndex(text, "_") + 1
	if text[:start] != withUnderscore(prefix) {
		return nil, Message{"error": "prefix"}
	}
	id, err := ids.FromText(text[start:])
	if answer, ok := err.(Message); ok && answer["error"] == "digit" {
		position, _ := Number(answer["position"])
		answer["position"] = position.Add(position, big.NewInt(int64(start))).String()
	}
	return id, err
}

func (ids IDs) ToTypedText(question Message) (Message, error) {
	id, err := ids.FromBytes(question["bytes"])
	if err != nil {
		return nil, err
	}
	if strings.HasPrefix(question["text_forms"], "uuid") {
		return Message{"text": uuid.Format(id)}, nil
	}
	return Message{"text": withUnderscore(question["prefix"]) + crockford.Format(id)}, nil
}

func withUnderscore(prefix string) string {
	if prefix == "" {
		return ""
	}
	return prefix + "_"
}

// Generator generates IDs. The last ID and the ceiling are nil until they are set.
type Generator struct {
	last, ceiling, allowance *big.Int
	resets                   bool
}

func (ids IDs) Generator(config Message) (*Generator, error) {
	allowance, err := Number(config["allowance_ms"])
	if err != nil || !fits(allowance, 64) {
		return nil, Message{"error": "allowance_ms"}
	}
	generator := &Generator{allowance: allowance, resets: config["on_rollback"] == "reset"}
	if config["resume_after"] != "" {
		if generator.last, err = ids.FromText(config["resume_after"]); err != nil {
			return nil, Message{"error": "resume_after"}
		}
	}
	return generator, nil
}

func (g *Generator) SetCeiling(unixMs string) { g.ceiling, _ = Number(unixMs) }

func (g *Generator) isBelowCeiling(unixMs *big.Int) bool {
	return g.ceiling == nil || unixMs.Cmp(g.ceiling) < 0
}

// Generate returns the answer with the next ID. On an error, nothing changes.
func (g *Generator) Generate(source *Source) (Message, error) {
	id, err := g.next(source)
	if err != nil {
		return nil, err
	}
	g.last = id
	return Message{"text": crockford.Format(id)}, nil
}

func (g *Generator) next(source *Source) (*big.Int, error) {
	timestamp, err := source.Now()
	if err != nil || !fits(timestamp, timestampBits) {
		return nil, Message{"error": "out_of_range"}
	}
	if !g.isBelowCeiling(timestamp) {
		return nil, Message{"error": "after_ceiling"}
	}
	if g.last != nil {
		lastTimestamp, randomness := split(g.last)
		if !g.isBelowCeiling(lastTimestamp) {
			return nil, Message{"error": "after_ceiling"}
		}
		isRollback := new(big.Int).Sub(lastTimestamp, timestamp).Cmp(g.allowance) > 0
		if isRollback && !g.resets {
			return nil, Message{"error": "rollback"}
		}
		if !isRollback && timestamp.Cmp(lastTimestamp) <= 0 {
			randomness.Add(randomness, one)
			if !fits(randomness, randomnessBits) {
				return nil, Message{"error": "overflow"}
			}
			return join(lastTimestamp, randomness), nil
		}
	}
	randomness, err := source.Draw("randomness", randomnessBits)
	if err != nil {
		return nil, err
	}
	return join(timestamp, randomness), nil
}

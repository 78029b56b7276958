// Answers the questions of judge.py with a Go package, together with the template's protocol.go. It judges nothing.
package main

import (
	"encoding/hex"
	"math/big"
	"os"
	"strings"

	gofrs "github.com/gofrs/uuid"
	google "github.com/google/uuid"
	"github.com/oklog/ulid"
)

type ID interface {
	String() string
	MarshalBinary() ([]byte, error)
}

// IDs are the functions of a package. It isn't asked for functions that it lacks.
type IDs struct {
	FromText, FromBytes, FromInt func(string) (ID, error)
	FromFields, FromTypedText    func(Message) (ID, error)
	ToTypedText                  func(Message) (Message, error)
}

var packages = map[string]IDs{
	"golang-github-oklog-ulid-dev":  {FromText: fromText(ulid.ParseStrict), FromBytes: fromBytes(ulidOf)},
	"golang-github-google-uuid-dev": {FromText: fromText(google.Parse), FromBytes: fromBytes(google.FromBytes)},
	"golang-github-gofrs-uuid-dev":  {FromText: fromText(gofrs.FromString), FromBytes: fromBytes(gofrs.FromBytes)},
}

var Schemes = map[string]IDs{"ulid": packages[os.Args[1]], "uuid7": packages[os.Args[1]]}

var About = Message{
	"protocol": "1", "name": "Debian " + os.Args[1], "version": os.Args[2], "schemes": "uuid7", "abilities": "parse from_bytes",
}

func init() {
	if strings.Contains(os.Args[1], "ulid") {
		About["schemes"], About["abilities"] = "ulid", "parse from_bytes compare open"
	}
}

func fromText[T ID](parse func(string) (T, error)) func(string) (ID, error) {
	return func(text string) (ID, error) { return parse(text) }
}

func fromBytes[T ID](of func([]byte) (T, error)) func(string) (ID, error) {
	return func(digits string) (ID, error) {
		data, _ := hex.DecodeString(digits)
		return of(data)
	}
}

func ulidOf(data []byte) (id ulid.ULID, err error) {
	err = id.UnmarshalBinary(data)
	return id, err
}

func (IDs) Forms(id ID, err error) (Message, error) {
	if err != nil {
		return nil, err
	}
	data, _ := id.MarshalBinary()
	forms := Message{"text": id.String(), "bytes": hex.EncodeToString(data)}
	if id, ok := id.(ulid.ULID); ok {
		forms["unix_ms"] = new(big.Int).SetUint64(id.Time()).String()
	}
	return forms, nil
}

func (IDs) Compare(a, b string) (Message, error) {
	return Message{"order": [...]string{"less", "equal", "greater"}[ulid.MustParse(a).Compare(ulid.MustParse(b))+1]}, nil
}

// Generator is a generator of ULIDs.
type Generator struct {
	*Source
	entropy     *ulid.MonotonicEntropy
	latest      uint64
	unsupported string // what it can't do
	resets      bool
}

func (IDs) Generator(config Message) (*Generator, error) {
	if config["resume_after"] != "" || config["allowance_ms"][0] == '-' {
		return nil, Message{"unsupported": "it has no allowance, and can't resume"}
	}
	return &Generator{resets: config["on_rollback"] == "reset" && config["allowance_ms"] == "0"}, nil
}

func (g *Generator) SetCeiling(string) { g.unsupported = "it has no ceiling" }

// Read draws random numbers for the package.
func (g *Generator) Read(data []byte) (int, error) {
	value, err := g.Draw("randomness", 8*len(data))
	if err != nil {
		return 0, err
	}
	return copy(data, value.FillBytes(data)), nil
}

func (g *Generator) Generate(source *Source) (Message, error) {
	now, _ := source.Now()
	if now.Uint64() < g.latest && !g.resets {
		g.unsupported = "it starts over after any rollback"
	}
	if g.unsupported != "" {
		return nil, Message{"unsupported": g.unsupported}
	}
	if g.entropy == nil {
		g.entropy = ulid.Monotonic(nil, 1)
	}
	g.Source, g.entropy.Reader = source, g // A buffer would hide the widths of the draws.
	id, err := ulid.New(now.Uint64(), g.entropy)
	if err == nil && now.Uint64() > g.latest {
		g.latest = now.Uint64()
	}
	return Message{"text": id.String()}, err
}

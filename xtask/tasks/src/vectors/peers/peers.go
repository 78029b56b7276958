// Runs a Go package for peers.py: go run peers.go PACKAGE
//
// Each line has a function and its arguments. The answer is a line with the result, "rejected", or "none" if the package
// has no such function. Strings and bytes are in hex.
package main

import (
	"bufio"
	"encoding/hex"
	"errors"
	"fmt"
	"os"
	"strconv"
	"strings"

	gofrs "github.com/gofrs/uuid"
	google "github.com/google/uuid"
	"github.com/oklog/ulid"
)

func answer[T interface {
	~[16]byte
	String() string
}](id T, err error) string {
	if err != nil {
		return "rejected"
	}
	if timed, ok := any(id).(interface{ Time() uint64 }); ok {
		return fmt.Sprintf("%x %s %d", id[:], id.String(), timed.Time())
	}
	return fmt.Sprintf("%x %s", id[:], id.String())
}

func ulidOf(data []byte) (id ulid.ULID, err error) {
	err = id.UnmarshalBinary(data)
	return id, err
}

// The draw of a step, which is empty if it fails, and the bits that the package asked for.
type source struct {
	draw []byte
	bits int
}

func (s *source) Read(data []byte) (int, error) {
	s.bits += 8 * len(data)
	if len(s.draw) == 0 {
		return 0, errors.New("the source fails")
	}
	return copy(data, s.draw), nil
}

func main() {
	var entropy *ulid.MonotonicEntropy
	for lines := bufio.NewScanner(os.Stdin); lines.Scan(); {
		words := strings.Split(lines.Text(), " ")
		data, _ := hex.DecodeString(words[len(words)-1])
		switch os.Args[1] + " " + words[0] {
		case "oklog text":
			fmt.Println(answer(ulid.ParseStrict(string(data))))
		case "oklog bytes":
			fmt.Println(answer(ulidOf(data)))
		case "oklog less":
			first, _ := hex.DecodeString(words[1])
			one, _ := ulidOf(first)
			other, _ := ulidOf(data)
			fmt.Println(one.Compare(other) < 0)
		case "oklog start":
			entropy = ulid.Monotonic(nil, 1)
			fmt.Println("started")
		case "oklog new":
			draw := &source{draw: data}
			entropy.Reader = draw // A buffer would hide the widths of the draws.
			now, _ := strconv.ParseUint(words[1], 10, 64)
			id, err := ulid.New(now, entropy)
			fmt.Println(draw.bits, answer(id, err))
		case "google text":
			fmt.Println(answer(google.Parse(string(data))))
		case "google bytes":
			fmt.Println(answer(google.FromBytes(data)))
		case "gofrs text":
			fmt.Println(answer(gofrs.FromString(string(data))))
		case "gofrs bytes":
			fmt.Println(answer(gofrs.FromBytes(data)))
		default:
			fmt.Println("none")
		}
	}
}

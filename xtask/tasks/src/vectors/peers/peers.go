// Answers the questions of judge.py with a Go package: go run peers.go PACKAGE VERSION. It judges nothing.
package main

import (
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"strconv"
	"strings"

	gofrs "github.com/gofrs/uuid"
	google "github.com/google/uuid"
	"github.com/oklog/ulid"
)

type message map[string]string

// source has the draw of a question. If draw is empty, it fails.
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

type generator struct {
	entropy                 *ulid.MonotonicEntropy
	startsOverAfterRollback bool
	latest                  uint64
}

func (g *generator) generate(q message) message {
	now, _ := strconv.ParseUint(q["now"], 10, 64)
	if _, isThere := q["ceiling_unix_ms"]; isThere {
		return message{"unsupported": "it has no ceiling"}
	} else if now < g.latest && !g.startsOverAfterRollback {
		return message{"unsupported": "it starts over after any rollback"}
	}
	draw := &source{}
	if number := q["draw_randomness"]; number != "fail" {
		draw.draw = bigEndian(number, 10)
	}
	g.entropy.Reader = draw // A buffer would hide the widths of the draws.
	id, err := ulid.New(now, g.entropy)
	drawn := ""
	if draw.bits > 0 {
		drawn = fmt.Sprintf("randomness:%d", draw.bits)
	}
	if err != nil && len(draw.draw) == 0 && draw.bits > 0 {
		return message{"error": "rng", "drawn": drawn}
	} else if err != nil {
		return message{"error": "failed", "drawn": drawn}
	}
	if now > g.latest {
		g.latest = now
	}
	return message{"text": id.String(), "drawn": drawn}
}

func forms[T interface {
	~[16]byte
	String() string
}](id T, err error) message {
	if err != nil {
		return message{"error": "rejected"}
	}
	answer := message{"text": id.String(), "bytes": hex.EncodeToString(id[:])}
	if timed, ok := any(id).(interface{ Time() uint64 }); ok {
		answer["unix_ms"] = fmt.Sprint(timed.Time())
	}
	return answer
}

func ulidOf(data []byte) (id ulid.ULID, err error) {
	err = id.UnmarshalBinary(data)
	return id, err
}

func main() {
	generators, name := map[string]*generator{}, strings.Split(os.Args[1], "-")[2]
	scheme, abilities := "uuid7", "parse from_bytes"
	if name == "oklog" {
		scheme, abilities = "ulid", "parse from_bytes compare open"
	}
	about := message{"protocol": "1", "name": "Debian " + os.Args[1], "version": os.Args[2], "schemes": scheme, "abilities": abilities}
	output := json.NewEncoder(os.Stdout)
	for questions, q := json.NewDecoder(os.Stdin), (message{}); questions.Decode(&q) == nil; q = (message{}) {
		data, _ := hex.DecodeString(q["bytes"])
		answer := message{}
		switch q["do"] + " " + name {
		case "parse oklog":
			answer = forms(ulid.ParseStrict(q["text"]))
		case "from_bytes oklog":
			answer = forms(ulidOf(data))
		case "compare oklog":
			answer["order"] = [...]string{"less", "equal", "greater"}[ulid.MustParse(q["a"]).Compare(ulid.MustParse(q["b"]))+1]
		case "open oklog":
			if q["resume_after"] != "" || q["allowance_ms"][0] == '-' {
				answer["unsupported"] = "it has no allowance, and can't resume"
			}
			any := q["on_rollback"] == "reset" && q["allowance_ms"] == "0"
			generators[q["generator"]] = &generator{entropy: ulid.Monotonic(nil, 1), startsOverAfterRollback: any}
		case "generate oklog":
			answer = generators[q["generator"]].generate(q)
		case "parse google":
			answer = forms(google.Parse(q["text"]))
		case "from_bytes google":
			answer = forms(google.FromBytes(data))
		case "parse gofrs":
			answer = forms(gofrs.FromString(q["text"]))
		case "from_bytes gofrs":
			answer = forms(gofrs.FromBytes(data))
		default:
			answer = about
		}
		answer["n"] = q["n"]
		output.Encode(answer)
	}
}

func bigEndian(decimal string, length int) []byte {
	data := make([]byte, length)
	for _, digit := range decimal {
		carry := int(digit - '0')
		for at := length - 1; at >= 0; at-- {
			carry += int(data[at]) * 10
			data[at], carry = byte(carry), carry>>8
		}
	}
	return data
}

// Answers the questions of judge.py with a port. ../../protocol.md describes questions and answers.
//
// To test your library, keep this file and replace port.go.
package main

import (
	"encoding/json"
	"fmt"
	"math/big"
	"os"
	"strings"
)

// Message is a question or an answer. As an error, it is an answer that has `error` or `unsupported`.
type Message map[string]string

func (m Message) Error() string { return m["error"] + m["unsupported"] }

// Number returns an integer, or an error if the string isn't an integer.
func Number(text string) (*big.Int, error) {
	if value, ok := new(big.Int).SetString(text, 10); ok {
		return value, nil
	}
	return nil, Message{"error": "rejected"}
}

// Source is the clock and the random source of one call: what the question hands over, and what the generator takes of it.
type Source struct {
	question Message
	drawn    []string
	readings int
}

func (s *Source) Now() (*big.Int, error) {
	s.readings++
	return Number(s.question["now"])
}

func (s *Source) Draw(field string, bits int) (*big.Int, error) {
	s.drawn = append(s.drawn, fmt.Sprintf("%s:%d", field, bits))
	value, isGiven := s.question["draw_"+field]
	if !isGiven {
		return new(big.Int), nil
	} else if value == "fail" {
		return nil, Message{"error": "rng"}
	}
	return Number(value)
}

func open(ids IDs, question Message) (Message, error) {
	generator, err := ids.Generator(question)
	generators[question["generator"]] = generator
	return Message{}, err
}

func generate(_ IDs, question Message) (Message, error) {
	generator, source := generators[question["generator"]], &Source{question: question}
	if ceiling, isGiven := question["ceiling_unix_ms"]; isGiven {
		generator.SetCeiling(ceiling)
	}
	answer := result(generator.Generate(source))
	answer["drawn"], answer["readings"] = strings.Join(source.drawn, " "), fmt.Sprint(source.readings)
	return answer, nil
}

var generators = map[string]*Generator{}

// The answers to questions about the IDs of a scheme.
var answers = map[string]func(ids IDs, q Message) (Message, error){
	"start":        func(ids IDs, q Message) (Message, error) { return About, nil },
	"parse":        func(ids IDs, q Message) (Message, error) { return ids.Forms(ids.FromText(q["text"])) },
	"from_bytes":   func(ids IDs, q Message) (Message, error) { return ids.Forms(ids.FromBytes(q["bytes"])) },
	"from_int":     func(ids IDs, q Message) (Message, error) { return ids.Forms(ids.FromInt(q["int"])) },
	"from_fields":  func(ids IDs, q Message) (Message, error) { return ids.Forms(ids.FromFields(q)) },
	"compare":      func(ids IDs, q Message) (Message, error) { return ids.Compare(q["a"], q["b"]) },
	"parse_typed":  func(ids IDs, q Message) (Message, error) { return ids.Forms(ids.FromTypedText(q)) },
	"format_typed": func(ids IDs, q Message) (Message, error) { return ids.ToTypedText(q) },
	"open":         open,
	"generate":     generate,
}

// result returns an answer, or the answer for an error.
func result(answer Message, err error) Message {
	if failure, ok := err.(Message); ok {
		return failure
	} else if err != nil {
		return Message{"error": "rejected"}
	}
	return answer
}

func main() {
	questions, output := json.NewDecoder(os.Stdin), json.NewEncoder(os.Stdout)
	for question := (Message{}); questions.Decode(&question) == nil; question = (Message{}) {
		answer := result(answers[question["do"]](Schemes[question["scheme"]], question))
		answer["n"] = question["n"]
		output.Encode(answer)
	}
}

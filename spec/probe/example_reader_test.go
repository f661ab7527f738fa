package probe_test

import (
	"encoding/json"
	"fmt"

	"github.com/quock-dev/quock/spec/probe"
)

// A note is a reader: it keeps the text of the stream's one message.
type note struct{ text string }

func (n *note) Feed(record []byte) error {
	var e struct{ Kind, Text string }
	if err := json.Unmarshal(record, &e); err != nil {
		return err // the stream is refused as malformed
	}
	if e.Kind == "text" {
		n.text += e.Text
	}
	return nil
}

func (n *note) Finish(probe.End) error { return nil }

func (n *note) Transcript() probe.Transcript {
	message := probe.Message{ID: "m1", Role: "assistant", Parts: []probe.MessagePart{{Kind: "text", Text: n.text}}}
	return probe.Transcript{Sessions: []probe.Session{{ID: "main", Messages: []probe.Message{message}}}}
}

// A reader with three methods is a candidate. Serve makes a program of it, and
// suite.Run a test.
func ExampleNewCandidate() {
	candidate := probe.NewCandidate(probe.HelloReply{
		Name: "note", Dialects: []string{"neutral"}, Observes: []string{"messages"},
	}, func(dialect string) probe.StreamReader { return &note{} })
	reply, err := candidate.Run(&probe.RunRequest{Dialect: "neutral", Observe: []int{1}, Events: []json.RawMessage{
		json.RawMessage(`{"kind":"text","message":"m1","text":"Low "}`),
		json.RawMessage(`{"kind":"text","message":"m1","text":"tide."}`),
	}})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("%q, then %q\n", reply.Observations[0].Sessions[0].Messages[0].Parts[0].Text, reply.Final.Sessions[0].Messages[0].Parts[0].Text)
	// Output: "Low ", then "Low tide."
}

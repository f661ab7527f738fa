package probe_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"

	"github.com/quock-dev/quock/spec/probe"
)

// A joiner is a whole candidate: it joins the texts of each message.
type joiner struct{}

func (joiner) Hello() probe.HelloReply {
	return probe.HelloReply{
		Probe: probe.Version, Name: "joiner", Role: probe.Reducer,
		Dialects: []string{"neutral"}, Observes: []string{"messages"},
	}
}

func (joiner) Run(req *probe.RunRequest) (*probe.RunReply, error) {
	session := probe.Session{ID: "main"}
	for _, record := range req.Events {
		var e struct{ Kind, Message, Text string }
		if err := json.Unmarshal(record, &e); err != nil {
			return nil, err
		}
		if e.Kind != "text" {
			continue
		}
		if n := len(session.Messages); n == 0 || session.Messages[n-1].ID != e.Message {
			session.Messages = append(session.Messages, probe.Message{
				ID: e.Message, Role: "assistant", Parts: []probe.MessagePart{{Kind: "text"}},
			})
		}
		session.Messages[len(session.Messages)-1].Parts[0].Text += e.Text
	}
	return &probe.RunReply{ID: req.ID, Final: &probe.Transcript{Sessions: []probe.Session{session}}}, nil
}

// A candidate in Go is a value with two methods. Serve answers requests with it.
func ExampleServe() {
	requests := strings.NewReader(`{"op":"run","id":1,"dialect":"neutral","events":[` +
		`{"kind":"text","session":"main","message":"m1","text":"Low "},` +
		`{"kind":"text","session":"main","message":"m1","text":"tide."}]}
{"op":"quit"}
`)
	var answers bytes.Buffer
	if err := probe.Serve(requests, &answers, joiner{}); err != nil {
		fmt.Println(err)
	}
	var reply probe.RunReply
	if err := json.Unmarshal(answers.Bytes(), &reply); err != nil {
		fmt.Println(err)
	}
	fmt.Println(reply.ID, reply.Final.Sessions[0].Messages[0].Parts[0].Text)
	// Output: 1 Low tide.
}

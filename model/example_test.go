package model_test

import (
	"fmt"
	"strings"

	"github.com/quock-dev/quock/model"
	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/wire"
	"github.com/quock-dev/quock/spec/wire/neutral"
)

// The model says what a stream means.
func ExampleRun() {
	lines := `{"kind":"turn.start","session":"main","turn":"t1"}
{"kind":"text","session":"main","message":"m1","text":"Low "}
{"kind":"text","session":"main","message":"m1","text":"tide."}
{"kind":"call.open","session":"main","message":"m1","call":"c1","name":"moon","args":"{}"}
{"kind":"turn.end","session":"main","turn":"t1","status":"completed"}
`
	stream, _, err := wire.DecodeAll(neutral.New(), "", strings.NewReader(lines), wire.Limits{})
	if err != nil {
		fmt.Println(err)
	}
	transcript := model.Run(stream, spec.Policies{})
	message := transcript.Sessions[0].Messages[0]
	fmt.Println(transcript.Outcome)
	fmt.Println(message.Parts[0].Text)
	fmt.Println(message.Calls[0].Name, message.Calls[0].Status)
	// Output:
	// completed
	// Low tide.
	// moon abandoned
}

// A State can be looked at while the stream is open.
func ExampleState() {
	state := model.New(neutral.New().Features(""), spec.Policies{})
	state.Step(&spec.Event{Kind: spec.CallOpen, Record: 1, Session: "main", Message: "m1", Call: "c1", Name: "moon"})
	for _, active := range state.Transcript().Active {
		fmt.Println(active.Name, active.Phase)
	}
	state.End(spec.EOF)
	fmt.Println(len(state.Transcript().Active), "active at the end")
	// Output:
	// moon preparing
	// 0 active at the end
}

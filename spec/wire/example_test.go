package wire_test

import (
	"fmt"
	"strings"

	"github.com/quock-dev/quock/spec/wire"
	"github.com/quock-dev/quock/spec/wire/neutral"
)

// A stream is read into events, and written again.
func ExampleDecodeAll() {
	stream, problems, err := wire.DecodeAll(neutral.New(), "", strings.NewReader(`{"kind":"text","session":"main","message":"m1","text":"Low tide."}
{"kind":"text","text":}
`), wire.Limits{})
	if err != nil {
		fmt.Println(err)
	}
	fmt.Println(stream.Events[0].Kind, stream.Events[0].Text)
	fmt.Println("problems:", len(problems))
	records, err := wire.EncodeStream(neutral.New(), "", stream)
	fmt.Println(len(records), err)
	// Output:
	// text Low tide.
	// problems: 1
	// 1 <nil>
}

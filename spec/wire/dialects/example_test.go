package dialects_test

import (
	"fmt"

	"github.com/quock-dev/quock/spec/wire/dialects"
)

// A dialect is found by what its records look like.
func ExampleDetectText() {
	codec, _, reasons := dialects.DetectText([]byte(`{"type":"thread.started","thread_id":"0199"}
{"type":"turn.started"}
{"type":"item.completed","item":{"id":"item_1","type":"agent_message","text":"Done."}}
{"type":"turn.completed","usage":{"input_tokens":1,"cached_input_tokens":0,"output_tokens":1}}
`))
	fmt.Println(codec.Name())
	fmt.Println(reasons[0]) // one a dialect: why it is, or is not, this one
	// Output:
	// codex
	// neutral 0: 0 of 4 records are of a known kind
}

package agentc_test

import (
	"bytes"
	"strings"
	"testing"

	"github.com/quock-dev/quock/spec/wire"
	"github.com/quock-dev/quock/spec/wire/agentc"
	"github.com/quock-dev/quock/spec/wire/wiretest"
)

func FuzzDecode(f *testing.F) {
	records, err := wire.EncodeStream(agentc.New(), "", randomStream(1, 40))
	if err != nil {
		f.Fatal(err)
	}
	odd := strings.ReplaceAll(`{"type":"tool_call",{root},"active":false,"tool_calls":[{"id":"a","function":{"arguments":"{}"}}],"tool_results":[{"tool_call_id":"b"}]}`, "{root}", root)
	wiretest.FuzzDecode(f, wiretest.Fuzz{Codec: agentc.New(), Seeds: append(records, bytes.Join(records, []byte("\n")), []byte(odd))})
}

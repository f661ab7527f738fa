package agui_test

import (
	"encoding/json"
	"fmt"
	"strings"

	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/wire"
	"github.com/quock-dev/quock/spec/wire/agui"
)

const (
	started  = `{"type":"RUN_STARTED","threadId":"t1","runId":"r1"}`
	finished = `{"type":"RUN_FINISHED","threadId":"t1","runId":"r1"}`
	again    = `{"type":"RUN_STARTED","threadId":"t1","runId":"r2"}`
	failed   = `{"type":"RUN_ERROR","message":"gone"}`
)

// ev writes an event: its type, then keys and values, which are text unless they
// begin with "=".
func ev(kind string, members ...string) string {
	var b strings.Builder
	b.WriteString(`{"type":"` + kind + `"`)
	for i := 0; i < len(members); i += 2 {
		value, raw := strings.CutPrefix(members[i+1], "=")
		if !raw {
			quoted, _ := json.Marshal(value)
			value = string(quoted)
		}
		b.WriteString(`,"` + members[i] + `":` + value)
	}
	return b.String() + "}"
}

// read decodes records behind the start of a run, whose own event it leaves out.
func read(records ...string) ([]spec.Event, []wire.Problem) {
	stream, problems := decode(append([]string{started}, records...)...)
	return stream.Events[1:], problems
}

func decode(records ...string) (spec.Stream, []wire.Problem) {
	var all [][]byte
	for _, r := range records {
		all = append(all, []byte(r))
	}
	return wire.DecodeRecords(agui.New(), agui.Lines, all)
}

// brief shows events in one line each: kind, session after @, then ids and text.
func brief(events []spec.Event) []string {
	var all []string
	for _, e := range events {
		line := e.Kind.String()
		if e.Session != "" {
			line += "@" + e.Session
		}
		for _, field := range []string{e.Turn, e.Message, e.Call, e.Wait, e.Name, e.Text, e.Error, string(e.Result), string(e.Status), string(e.Note)} {
			if field != "" {
				line += " " + field
			}
		}
		all = append(all, line)
	}
	return all
}

func details(problems []wire.Problem) []string {
	var all []string
	for _, p := range problems {
		all = append(all, fmt.Sprintf("%d %s", p.Record, p.Detail))
	}
	return all
}

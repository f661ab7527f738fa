package langgraph_test

import (
	"bytes"
	"encoding/json"
	"strings"

	"github.com/onsi/ginkgo/v2"
	"github.com/onsi/gomega"

	"github.com/quock-dev/quock/spec"
)

// A tuple is one line of a recorded trace.
type tuple struct {
	NS      []string        `json:"ns"`
	Mode    string          `json:"mode"`
	Payload json.RawMessage `json:"payload"`
}

type object = map[string]any

func tuples(text []byte) []tuple {
	var all []tuple
	for line := range bytes.Lines(text) {
		var t tuple
		gomega.Expect(json.Unmarshal(line, &t)).To(gomega.Succeed())
		all = append(all, t)
	}
	return all
}

func written(all []tuple) []byte {
	var out bytes.Buffer
	for _, t := range all {
		line, err := json.Marshal([]any{t.NS, t.Mode, t.Payload})
		gomega.Expect(err).NotTo(gomega.HaveOccurred())
		out.Write(append(line, '\n'))
	}
	return out.Bytes()
}

// spoken opens the payload of a record of mode messages.
func (t *tuple) spoken(edit func(message, metadata object)) {
	var pair []object
	gomega.Expect(json.Unmarshal(t.Payload, &pair)).To(gomega.Succeed())
	edit(pair[0], pair[1])
	payload, err := json.Marshal(pair)
	gomega.Expect(err).NotTo(gomega.HaveOccurred())
	t.Payload = payload
}

// pythonShaped is the trace as the Python engine would give it: shorter
// namespaces, another type, nulls, and the results of delegations in mode
// messages, too. It says which records those are.
func pythonShaped(all []tuple) (out []tuple, added map[int]bool) {
	added = map[int]bool{}
	for _, t := range all {
		if t.Mode == "messages" {
			t.NS = t.NS[:len(t.NS)-1]
			t.spoken(func(message, _ object) { pythonMessage(message) })
		}
		for _, result := range delegated(t) {
			out = append(out, tuple{t.NS, "messages", result})
			added[len(out)] = true
		}
		out = append(out, t)
	}
	return out, added
}

func pythonMessage(message object) {
	chunks, ok := message["tool_call_chunks"].([]any)
	if !ok {
		return
	}
	message["type"] = "AIMessageChunk"
	for _, c := range chunks {
		chunk := c.(object)
		for _, key := range []string{"id", "name"} {
			if _, ok := chunk[key]; !ok {
				chunk[key] = nil
			}
		}
	}
}

// delegated are the results of delegations in an update, as mode messages gives
// them.
func delegated(t tuple) []json.RawMessage {
	if t.Mode != "updates" {
		return nil
	}
	var update map[string]struct{ Messages []object }
	if json.Unmarshal(t.Payload, &update) != nil {
		return nil
	}
	var all []json.RawMessage
	for _, m := range update["tools"].Messages {
		if m["name"] == "task" {
			full := strings.Join(append(append([]string(nil), t.NS...), "tools:u-u-i-d"), "|")
			payload, err := json.Marshal([]any{m, object{"langgraph_node": "tools", "langgraph_checkpoint_ns": full}})
			gomega.Expect(err).NotTo(gomega.HaveOccurred())
			all = append(all, payload)
		}
	}
	return all
}

// unexplained is the trace without the metadata that tells where a record came
// from.
func unexplained(all []tuple) []tuple {
	out := append([]tuple(nil), all...)
	for i := range out {
		if out[i].Mode == "messages" {
			out[i].spoken(func(_, metadata object) {
				delete(metadata, "langgraph_checkpoint_ns")
				delete(metadata, "checkpoint_ns")
			})
		}
	}
	return out
}

// unnumbered leaves out the records' numbers, and what came from some of them.
func unnumbered(events []spec.Event, without map[int]bool) []spec.Event {
	var out []spec.Event
	for _, e := range events {
		if !without[e.Record] {
			e.Record = 0
			out = append(out, e)
		}
	}
	return out
}

var _ = ginkgo.Describe("the two languages", func() {
	for _, r := range recorded {
		if !strings.HasSuffix(r.trace, ".jsonl") {
			continue
		}
		ginkgo.It("give the same events, whichever variant is asked for: "+r.trace, func() {
			text := recording(r.trace)
			want := unnumbered(decode("js", text), nil)
			shaped, added := pythonShaped(tuples(text))
			for _, variant := range []string{"python", "js"} {
				got := decode(variant, written(shaped))
				gomega.Expect(unnumbered(got, added)).To(gomega.Equal(want))
				for _, e := range got {
					if added[e.Record] {
						gomega.Expect(e.Kind).To(gomega.Equal(spec.CallDone))
						gomega.Expect(e.Restated).To(gomega.BeFalse())
					}
				}
			}
		})
		ginkgo.It("are read by the variant where metadata says nothing: "+r.trace, func() {
			all := tuples(recording(r.trace))
			want := unnumbered(decode("js", written(all)), nil)
			gomega.Expect(unnumbered(decode("js", written(unexplained(all))), nil)).To(gomega.Equal(want))
			shaped, added := pythonShaped(all)
			got := decode("python", written(unexplained(shaped)))
			gomega.Expect(unnumbered(got, added)).To(gomega.Equal(want))
		})
	}
})

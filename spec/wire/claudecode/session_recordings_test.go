package claudecode_test

import (
	"bufio"
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/wire"
	"github.com/quock-dev/quock/spec/wire/claudecode"
	"github.com/quock-dev/quock/spec/wire/claudecode/reading"
)

// kept is where the recorded session files lie, beside the work tree.
const kept = "../../../../shared/recordings/claude-session"

// A run is a recorded one: its records, and those of its stream.
type run struct {
	name string
	file []byte
}

// runs are the recorded ones, with their agents' files where they have some.
func runs() (all []run) {
	GinkgoHelper()
	files, err := filepath.Glob(filepath.Join(kept, "*", "*.jsonl"))
	Expect(err).NotTo(HaveOccurred())
	for _, file := range files {
		name := strings.TrimSuffix(filepath.Base(file), ".jsonl")
		dir := filepath.Dir(file)
		_, err := os.Stat(filepath.Join(dir, "bundle.jsonl"))
		bundled := err == nil && name == "session"
		if bundled || strings.HasPrefix(name, "stream") || strings.HasPrefix(name, "vendor") {
			continue
		}
		text, err := os.ReadFile(file)
		Expect(err).NotTo(HaveOccurred())
		all = append(all, run{filepath.Base(dir) + "/" + name, text})
	}
	if len(all) == 0 {
		Skip("no recorded session files at " + kept)
	}
	return all
}

// beside is another file of the run's folder; false where there is none.
func (r run) beside(name string) ([]byte, bool) {
	text, err := os.ReadFile(filepath.Join(kept, filepath.Dir(r.name), name))
	return text, err == nil
}

func readAs(variant string, text []byte) events {
	GinkgoHelper()
	s, problems, err := wire.DecodeAll(claudecode.New(), variant, bytes.NewReader(text), wire.Limits{})
	Expect(err).NotTo(HaveOccurred())
	Expect(problems).To(BeEmpty())
	return s.Events
}

// alive are the events without those that were retracted, each once.
func (all events) alive() events {
	void, seen := map[string]bool{}, map[string]int{}
	for _, e := range all.of(spec.Retract) {
		for _, id := range e.Retracts {
			void[id] = true
		}
	}
	return all.where(func(e spec.Event) bool {
		first, known := seen[e.ID]
		if !known {
			seen[e.ID] = e.Record
		}
		return !void[e.ID] && (e.ID == "" || !known || first == e.Record)
	})
}

// meaning is what the events of each session say: the blocks of its messages, and
// the results of its calls, in order.
func (all events) meaning() map[string][]string {
	of := map[string][]string{}
	for _, e := range all.alive() {
		switch e.Kind {
		case spec.MessageFull:
			for _, p := range e.Messages[0].Parts {
				if e.Messages[0].Role == "assistant" {
					of[e.Session] = append(of[e.Session], e.Messages[0].Message+" "+string(p.Kind)+" "+p.Text+p.Call+p.Args)
				}
			}
		case spec.CallDone:
			if !e.Restated {
				of[e.Session] = append(of[e.Session], "result "+e.Call+" "+string(e.Status)+" "+string(e.Result))
			}
		}
	}
	return of
}

// A vendorMessage is what the vendor's own reader gives of a record.
type vendorMessage struct {
	Type, UUID string
	Call       string   `json:"parent_tool_use_id"`
	Message    string   `json:"message_id"`
	Blocks     []string `json:"blocks"`
	Summary    bool     `json:"isCompactSummary"`
}

var _ = Describe("a recorded session file", func() {
	It("is recognised, and read without a problem, a broken rule or an unknown record", func() {
		for _, r := range runs() {
			records := bytes.Split(bytes.TrimSpace(r.file), []byte("\n"))
			head := records[:min(20, len(records))]
			score, why := claudecode.New().Sniff(head)
			Expect(score).To(BeNumerically(">=", 90), "%s: %s", r.name, why)
			variant, _ := claudecode.New().(wire.VariantSniffer).SniffVariant(head)
			Expect(variant).To(Equal(reading.Session), r.name)
			decoder := claudecode.New().NewDecoder(variant).(wire.Verifier)
			for i, record := range records {
				events, problem := decoder.Decode(nil, record)
				Expect(problem).To(BeNil(), "%s, record %d", r.name, i+1)
				Expect(decoder.Violations()).To(BeEmpty(), "%s, record %d", r.name, i+1)
				for _, e := range events {
					Expect(e.Note).NotTo(Equal(spec.NoteUnknown), "%s, record %d", r.name, i+1)
				}
			}
		}
	})

	It("has the messages, calls and results of its stream, in their order", func() {
		compared := 0
		for _, r := range runs() {
			text, ok := r.beside("stream.jsonl")
			if !ok || strings.HasPrefix(r.name, "v1.") || strings.HasPrefix(r.name, "v2.0") {
				continue // before 2.0.22 the children's records have no link
			}
			file := readAs(reading.Session, r.file).meaning()
			for session, want := range readAs("", text).meaning() {
				at := 0
				for _, text := range want {
					if strings.HasPrefix(text, "API Error") || strings.Contains(text, "text API Error") {
						continue // an error is no message here
					}
					found := slices.Index(file[session][at:], text)
					Expect(found).To(BeNumerically(">=", 0), "%s, session %q: %s\nin %q", r.name, session, text, file[session])
					at += found + 1
					compared++
				}
			}
		}
		Expect(compared).To(BeNumerically(">", 100))
	})

	It("has every record that the vendor's reader gives, with its blocks, in its order", func() {
		compared := 0
		for _, r := range runs() {
			text, ok := r.beside("vendor-messages.jsonl")
			if !ok {
				continue
			}
			alive := readAs(reading.Session, r.file).alive()
			last := map[string]int{}
			for lines := bufio.NewScanner(bytes.NewReader(text)); lines.Scan(); {
				var v vendorMessage
				Expect(json.Unmarshal(lines.Bytes(), &v)).To(Succeed())
				mine := alive.where(func(e spec.Event) bool { return e.ID == v.UUID || e.Message == v.UUID || named(e, v.UUID) })
				Expect(mine).NotTo(BeEmpty(), "%s: %s", r.name, lines.Text())
				if v.Summary || v.Type == "system" || slices.ContainsFunc(mine, func(e spec.Event) bool { return e.Kind == spec.Error }) {
					continue
				}
				for _, block := range v.Blocks {
					kind, call, _ := strings.Cut(block, ":")
					if strings.HasSuffix(kind, "tool_use") || kind == "tool_result" {
						Expect(mine.speaks(kind, call)).To(BeTrue(), "%s: %s", r.name, lines.Text())
						compared++
					}
				}
				Expect(mine[0].Session).To(Equal(v.Call), "%s: %s", r.name, lines.Text())
				if mine[0].Record < last[v.Call] {
					Expect(r.name).To(HavePrefix("parallel-tools"), "results that hang side by side are in the order of their calls there")
				}
				last[v.Call] = mine[0].Record
			}
		}
		Expect(compared).To(BeNumerically(">", 40))
	})
})

// named reports whether an event is of a user's message of that id.
func named(e spec.Event, id string) bool {
	return e.Kind == spec.MessageFull && e.Messages[0].Role == "user" && e.Messages[0].Message == id
}

// speaks reports whether one of the events has the call, or its result.
func (all events) speaks(kind, call string) bool {
	return slices.ContainsFunc(all, func(e spec.Event) bool {
		if kind == "tool_result" {
			return e.Kind == spec.CallDone && e.Call == call
		}
		return e.Kind == spec.MessageFull && slices.ContainsFunc(e.Messages[0].Parts, func(p spec.SnapshotPart) bool {
			return p.Kind == spec.CallPart && (call == "" || p.Call == call)
		})
	})
}

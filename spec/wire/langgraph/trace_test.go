package langgraph_test

import (
	"bytes"
	"cmp"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/onsi/ginkgo/v2"
	"github.com/onsi/gomega"

	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/wire"
	"github.com/quock-dev/quock/spec/wire/langgraph"
)

// traces are read in place, beside the repository.
var traces = filepath.Join("..", "..", "..", "..", "shared", "traces", "langgraph")

func recording(name string) []byte {
	text, err := os.ReadFile(filepath.Join(traces, name))
	if os.IsNotExist(err) {
		ginkgo.Skip("the recorded traces are not beside the repository: " + name)
	}
	gomega.Expect(err).NotTo(gomega.HaveOccurred())
	return text
}

func variantOf(name string) string {
	if strings.HasSuffix(name, ".sse") {
		return "js-sse"
	}
	return "js"
}

func decode(variant string, text []byte) []spec.Event {
	ginkgo.GinkgoHelper()
	s, problems, err := wire.DecodeAll(langgraph.New(), variant, bytes.NewReader(text), wire.Limits{})
	gomega.Expect(err).NotTo(gomega.HaveOccurred())
	gomega.Expect(problems).To(gomega.BeEmpty())
	return s.Events
}

// A fact is what a trace says of one call.
type fact struct{ session, call, args, result string }

// facts joins the arguments of every call of the stream and pairs its first
// result, with no more model than the dialect's key: session, message, slot.
func facts(events []spec.Event) []fact {
	var all []*fact
	byKey, streamed := map[[3]string]*fact{}, map[*fact]bool{}
	find := func(session, call string) *fact {
		for _, f := range all {
			if f.session == session && f.call == call {
				return f
			}
		}
		all = append(all, &fact{session: session, call: call})
		return all[len(all)-1]
	}
	for _, e := range events {
		switch e.Kind {
		case spec.CallOpen:
			byKey[[3]string{e.Session, e.Message, e.Slot}] = find(e.Session, e.Call)
		case spec.CallArgs:
			f := byKey[[3]string{e.Session, e.Message, e.Slot}]
			f.args, streamed[f] = f.args+e.Text, true
		case spec.CallDone:
			if f := find(e.Session, e.Call); f.result == "" {
				gomega.Expect(json.Unmarshal(e.Result, &f.result)).To(gomega.Succeed())
			}
		case spec.MessageFull:
			for _, p := range e.Messages[0].Parts {
				if p.Kind != spec.CallPart {
					continue
				}
				if f := find(e.Session, p.Call); streamed[f] {
					gomega.Expect(p.Args).To(gomega.Equal(f.args), "a restated call")
				} else {
					f.args = p.Args
				}
			}
		}
	}
	out := make([]fact, len(all))
	for i, f := range all {
		out[i] = *f
	}
	return out
}

// names gives task ids short names, in the order of their appearance.
func names(events []spec.Event) map[string]string {
	short := map[string]string{"": ""}
	for _, e := range events {
		if e.Kind == spec.SessionOpen && short[e.Session] == "" {
			short[e.Session] = string(rune('A' + len(short) - 1))
		}
	}
	return short
}

func named(all []fact, short map[string]string) []fact {
	for i := range all {
		all[i].session = short[all[i].session]
	}
	slices.SortFunc(all, func(a, b fact) int {
		return cmp.Or(strings.Compare(a.session, b.session), strings.Compare(a.call, b.call))
	})
	return all
}

// A link is what the stream says of one sub-session.
type link struct{ session, parent, call, agent string }

func links(events []spec.Event, short map[string]string) []link {
	var order []string
	last := map[string]link{}
	for _, e := range events {
		if e.Kind != spec.SessionOpen {
			continue
		}
		if !slices.Contains(order, e.Session) {
			order = append(order, e.Session)
		}
		last[e.Session] = link{short[e.Session], short[e.Parent.ID], e.ParentCall.ID, e.Agent}
	}
	out := make([]link, len(order))
	for i, session := range order {
		out[i] = last[session]
	}
	return out
}

const (
	capital     = `{"description":"Find the capital","subagent_type":"researcher"}`
	utopia      = `{"description":"Find the population of Utopia","subagent_type":"researcher"}`
	growth      = `{"description":"Compute growth 12*12","subagent_type":"data-analyst"}`
	sameWords   = `{"description":"Same words","subagent_type":"researcher"}`
	population  = "researcher report: Find the population of Utopia"
	computation = "analyst report: Compute growth 12*12"
)

// both are the facts of the trace with two subagents, and its two SSE twins.
var both = []fact{
	{"", "call_A", utopia, population},
	{"", "call_B", growth, computation},
	{"A", "call_researcher_29", `{"q":"Find the population of Utopia"}`, "result for Find the population of Utopia"},
	{"B", "call_analyst_20", `{"expr":"Compute growth 12*12"}`, "= 20"},
}

var bothLinks = []link{{"A", "", "call_A", "researcher"}, {"B", "", "call_B", "data-analyst"}}

// recorded are the facts of the traces' manifest.
var recorded = []struct {
	trace string
	why   string
	facts []fact
	links []link
}{
	{"single-delegation.jsonl", "one call at index 0 in both agents", []fact{
		{"", "call_main_1", capital, "The capital is Paris."},
		{"A", "call_sub_1", `{"q":"capital of France"}`, "result for capital of France"},
	}, []link{{"A", "", "call_main_1", "researcher"}}},
	{"parallel-two-subagents.jsonl", "both children use index 0 at once, and answer in the other order", both, bothLinks},
	{"parallel-two-subagents.messages-tuple.sse", "the same through the server", both, bothLinks},
	{"parallel-two-subagents.messages-legacy.sse", "cumulative messages without namespaces; inner results are not shown", []fact{
		both[0], both[1],
		{"A", both[2].call, both[2].args, ""}, {"B", both[3].call, both[3].args, ""},
	}, []link{{"A", "", "", "researcher"}, {"B", "", "", "data-analyst"}}},
	{"parallel-same-subagent-colliding-ids.jsonl", "twins cannot be linked, and share a call id", []fact{
		{"", "call_A", sameWords, "researcher report: Same words"},
		{"", "call_B", sameWords, "researcher report: Same words"},
		{"A", "call_dup", `{"q":"Same words"}`, "result for Same words"},
		{"B", "call_dup", `{"q":"Same words"}`, "result for Same words"},
	}, []link{{"A", "", "", "researcher"}, {"B", "", "", "researcher"}}},
	{"nested-subagents.jsonl", "a child's child is linked to the child's call", []fact{
		{"", "call_out_1", `{"description":"Lead this","subagent_type":"team-lead"}`, "Lead summary."},
		{"A", "call_in_1", `{"description":"Leaf work","subagent_type":"leaf"}`, "leaf report: Leaf work"},
		{"B", "call_leaf_9", `{"q":"Leaf work"}`, "result for Leaf work"},
	}, []link{{"A", "", "call_out_1", "team-lead"}, {"B", "A", "call_in_1", "leaf"}}},
	{"tool-error-aborts-run.jsonl", "nothing is answered, and one id is open in two sessions", []fact{
		{"", "call_A", `{"description":"BOOM","subagent_type":"researcher"}`, ""},
		{"", "call_B", `{"description":"fine","subagent_type":"researcher"}`, ""},
		{"A", "call_researcher_4", `{"q":"BOOM"}`, ""},
		{"B", "call_researcher_4", `{"q":"fine"}`, ""},
	}, []link{{"A", "", "call_A", "researcher"}, {"B", "", "call_B", "researcher"}}},
	{"hitl-1-interrupt.jsonl", "a paused run has open calls", []fact{
		{"", "call_A", `{"description":"alpha","subagent_type":"researcher"}`, ""},
		{"", "call_B", `{"description":"beta longer","subagent_type":"researcher"}`, ""},
		{"A", "call_researcher_5", `{"q":"alpha"}`, ""},
		{"B", "call_researcher_11", `{"q":"beta longer"}`, ""},
	}, []link{{"A", "", "call_A", "researcher"}, {"B", "", "call_B", "researcher"}}},
	{"hitl-2-resume.jsonl", "a resumed run restates its history, which links the children again", []fact{
		{"", "call_A", `{"description":"alpha","subagent_type":"researcher"}`, "researcher report: alpha"},
		{"", "call_B", `{"description":"beta longer","subagent_type":"researcher"}`, "researcher report: beta longer"},
		{"A", "call_researcher_5", `{"q":"alpha"}`, "result for alpha"},
		{"B", "call_researcher_11", `{"q":"beta longer"}`, "result for beta longer"},
	}, []link{{"A", "", "call_A", "researcher"}, {"B", "", "call_B", "researcher"}}},
}

var _ = ginkgo.Describe("recorded traces", func() {
	for _, r := range recorded {
		ginkgo.It("give their calls, results and links: "+r.trace+", "+r.why, func() {
			events := decode(variantOf(r.trace), recording(r.trace))
			short := names(events)
			gomega.Expect(named(facts(events), short)).To(gomega.Equal(r.facts))
			gomega.Expect(links(events, short)).To(gomega.Equal(r.links))
		})
		ginkgo.It("hold nothing that is unknown: "+r.trace, func() {
			for _, e := range decode(variantOf(r.trace), recording(r.trace)) {
				gomega.Expect(e.Note).NotTo(gomega.Equal(spec.NoteUnknown), "record %d", e.Record)
			}
		})
		ginkgo.It("are recognised by their first records: "+r.trace, func() {
			records := firstRecords(variantOf(r.trace), recording(r.trace))
			score, why := langgraph.New().Sniff(records)
			gomega.Expect(score).To(gomega.BeNumerically(">=", 80), why)
			variant, _ := langgraph.New().(wire.VariantSniffer).SniffVariant(records)
			gomega.Expect(variant).To(gomega.Equal(variantOf(r.trace)))
		})
	}

	ginkgo.It("say the interrupt in the child and at the root, under one id", func() {
		var waits []string
		events := decode("js", recording("hitl-1-interrupt.jsonl"))
		short := names(events)
		for _, e := range events {
			if e.Kind == spec.Wait && !slices.Contains(waits, short[e.Session]+" "+e.Wait[:4]) {
				waits = append(waits, short[e.Session]+" "+e.Wait[:4])
			}
		}
		gomega.Expect(waits).To(gomega.Equal([]string{"A 9975", " 9975", "B 46bb", " 46bb"}))
	})

	ginkgo.It("say that a thrown error ends the run", func() {
		events := decode("js", recording("tool-error-aborts-run.jsonl"))
		last := events[len(events)-1]
		gomega.Expect(last.Kind).To(gomega.Equal(spec.Error))
		gomega.Expect(last.Fatal && last.Global).To(gomega.BeTrue())
		gomega.Expect(last.Error).To(gomega.Equal("lookup exploded"))
	})

	ginkgo.It("restate each message once, however often state lists it", func() {
		times := map[string]int{}
		for _, e := range decode("js", recording("parallel-two-subagents.jsonl")) {
			if e.Kind == spec.MessageFull {
				times[e.Session+" "+e.Messages[0].Message]++
			}
		}
		for message, n := range times {
			gomega.Expect(n).To(gomega.Equal(1), message)
		}
	})
})

func firstRecords(variant string, text []byte) [][]byte {
	reader := wire.NewReader(bytes.NewReader(text), langgraph.New().Framing(variant), wire.Limits{})
	var records [][]byte
	for len(records) < 20 {
		record, _, err := reader.Next()
		if err != nil {
			break
		}
		records = append(records, bytes.Clone(record.JSON))
	}
	return records
}

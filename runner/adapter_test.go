package runner_test

import (
	"bytes"
	"encoding/json"
	"fmt"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/quock-dev/quock/runner/report"
	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/probe"
)

// A turner is an adapter whose output is a function of the records.
type turner struct {
	in, out  string
	policies map[string]string
	turn     func(records [][]byte, cut bool) [][]byte
	intake   probe.Intake
}

func (a *turner) Hello() probe.HelloReply {
	return probe.HelloReply{
		Probe: probe.Version, Name: "turner", Role: probe.Adapter,
		Dialects: []string{a.in}, Outputs: []string{a.out}, Policies: a.policies,
	}
}

func (a *turner) Run(req *probe.RunRequest) (*probe.RunReply, error) {
	if req.Out != a.out {
		return nil, fmt.Errorf("asked for %s", req.Out)
	}
	records := make([][]byte, len(req.Events))
	for i, e := range req.Events {
		records[i] = e
	}
	o := &probe.Output{}
	for _, record := range a.turn(records, req.End == probe.Cut) {
		o.Events = append(o.Events, json.RawMessage(record))
	}
	return &probe.RunReply{Output: o}, nil
}

func pass(records [][]byte, cut bool) [][]byte {
	if cut {
		return append(records, []byte(`{"kind":"error","global":true,"fatal":true,"error":"the source broke off"}`))
	}
	return records
}

var _ = Describe("An adapter", func() {
	of := func(turn func([][]byte, bool) [][]byte) *report.Log {
		GinkgoHelper()
		return newTrialRun(200).of(&turner{in: "neutral", out: "neutral", turn: turn})
	}

	It("that passes everything on has nothing said against it", func() {
		log := of(pass)
		Expect(charged(log)).To(BeEmpty(), "%s", told(log))
		Expect(passed(log)).To(ContainElements("adapt/commutes", "adapt/well-formed", "adapt/no-invention", "session/scoped-ids"))
	})

	It("that writes nothing passes no rule", func() {
		log := of(func([][]byte, bool) [][]byte { return nil })
		Expect(passed(log)).To(BeEmpty())
	})

	It("that writes what is no record of its dialect is not well-formed", func() {
		log := of(func(records [][]byte, _ bool) [][]byte {
			return append([][]byte{[]byte(`{"type":"text"}`), []byte(`[1]`)}, records...)
		})
		Expect(charged(log)).To(Equal([]string{"adapt/well-formed"}))
	})

	It("that claims success for what broke off is not well-formed", func() {
		log := of(func(records [][]byte, cut bool) [][]byte {
			if cut && len(records) > 0 {
				var first spec.Event
				Expect(json.Unmarshal(records[0], &first)).To(Succeed())
				records = append(records, fmt.Appendf(nil, `{"kind":"turn.end","session":%q}`, first.Session))
			}
			return records
		})
		Expect(charged(log)).To(ContainElement("adapt/well-formed"), "%s", told(log))
	})

	It("that loses results breaks the diagram", func() {
		log := of(without("call.done"))
		Expect(charged(log)).To(ContainElement("adapt/commutes"), "%s", told(log))
	})

	It("that answers what was not answered makes that up", func() {
		log := of(func(records [][]byte, cut bool) [][]byte {
			var all [][]byte
			for _, record := range records {
				all = append(all, record)
				if bytes.Contains(record, []byte(`"call.open"`)) {
					var e spec.Event
					Expect(json.Unmarshal(record, &e)).To(Succeed())
					all = append(all, fmt.Appendf(nil, `{"kind":"call.open","session":%q,"message":%q,"call":"made-%s","name":"x"}`, e.Session, e.Message, e.Call))
				}
			}
			return pass(all, cut)
		})
		Expect(charged(log)).To(ContainElement("adapt/no-invention"), "%s", told(log))
	})
})

// without leaves out the records of a kind.
func without(kind string) func([][]byte, bool) [][]byte {
	return func(records [][]byte, cut bool) [][]byte {
		var kept [][]byte
		for _, record := range records {
			if !bytes.Contains(record, []byte(`"kind":"`+kind+`"`)) {
				kept = append(kept, record)
			}
		}
		return pass(kept, cut)
	}
}

// told is a log for people.
func told(l *report.Log) string {
	var b bytes.Buffer
	Expect((report.Text{}).Write(&b, l)).To(Succeed())
	return b.String()
}

package probe_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/quock-dev/quock/spec/probe"
)

type rawRecord = json.RawMessage

// counter reports how many records it was given, as its only session's id.
type counter struct{}

func (counter) Hello() probe.HelloReply {
	return probe.HelloReply{Probe: 1, Name: "counter", Role: probe.Reducer, Dialects: []string{"neutral"}, Observes: []string{"sessions"}}
}

func (counter) Run(req *probe.RunRequest) (*probe.RunReply, error) {
	if req.Dialect != "neutral" {
		return nil, errors.New("not mine")
	}
	return &probe.RunReply{Final: &probe.Transcript{Sessions: []probe.Session{{ID: strings.Repeat("I", len(req.Events))}}}}, nil
}

func serve(lines ...string) []string {
	var out bytes.Buffer
	Expect(probe.Serve(strings.NewReader(strings.Join(lines, "\n")), &out, counter{})).To(Succeed())
	return strings.Split(strings.TrimSuffix(out.String(), "\n"), "\n")
}

var _ = Describe("Serve", func() {
	It("answers hello, runs and errors in order, until quit", func() {
		Expect(serve(
			`{"op":"hello","probe":1,"harness":"test"}`,
			`{"op":"run","id":3,"dialect":"neutral","events":[{},{}]}`,
			`{"op":"run","id":4,"dialect":"agentc","events":[]}`,
			`{"op":"quit"}`,
			`{"op":"run","id":5,"dialect":"neutral"}`,
		)).To(HaveExactElements(
			ContainSubstring(`"name":"counter"`),
			And(ContainSubstring(`"id":3`), ContainSubstring(`"id":"II"`)),
			MatchJSON(`{"id":4,"error":"not mine"}`),
		))
	})

	It("says what is wrong with a request", func() {
		Expect(serve(`{"op":"dance","id":1}`, `nonsense`, `{"op":"run","id":2,"dialect":"neutral","events":[1],"observe":[2]}`)).To(HaveExactElements(
			ContainSubstring("it is one of hello, run, load, quit"),
			ContainSubstring("no JSON object"),
			ContainSubstring("within 0..1"),
		))
	})

	It("answers a load that it cannot serve", func() {
		Expect(serve(`{"op":"load","id":9,"store":"d"}`)).To(HaveExactElements(And(ContainSubstring(`"id":9`), ContainSubstring("no store"))))
	})

	It("gives records to the candidate as they came", func() {
		records := []string{`{"a":1,"a":2}`, `{"n":1.50}`, `"\ud800"`, `{"__proto__":"\u2028"}`}
		request, bad := probe.ParseRequest([]byte(`{"op":"run","id":1,"dialect":"neutral","events":[`+strings.Join(records, ",")+`]}`), probe.DefaultLimits())
		Expect(bad).To(BeNil())
		for i, want := range records {
			Expect(string(request.Run.Events[i])).To(Equal(want))
		}
		line, err := probe.AppendLine(nil, request.Run, probe.DefaultLimits())
		Expect(err).NotTo(HaveOccurred())
		for _, want := range records {
			Expect(string(line)).To(ContainSubstring(want))
		}
	})
})

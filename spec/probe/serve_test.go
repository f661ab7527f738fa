package probe_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
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

// excessive answers beyond the limits: a run of dialect "long" with a long text,
// all else nested too deep.
type excessive struct{ counter }

func (excessive) Run(req *probe.RunRequest) (*probe.RunReply, error) {
	if req.Dialect == "long" {
		return &probe.RunReply{Final: &probe.Transcript{Sessions: []probe.Session{{ID: strings.Repeat("x", 17<<20)}}}}, nil
	}
	return &probe.RunReply{Final: tooDeep()}, nil
}

func (excessive) Load(*probe.LoadRequest) (*probe.LoadReply, error) {
	return &probe.LoadReply{Final: tooDeep()}, nil
}

func tooDeep() *probe.Transcript {
	deep := json.RawMessage(strings.Repeat("[", 300) + strings.Repeat("]", 300))
	return &probe.Transcript{Sessions: []probe.Session{{Orphans: []probe.Orphan{{ID: "c", Result: deep}}}}}
}

// speechless returns neither an answer nor an error.
type speechless struct{ counter }

func (speechless) Run(*probe.RunRequest) (*probe.RunReply, error)    { return nil, nil }
func (speechless) Load(*probe.LoadRequest) (*probe.LoadReply, error) { return nil, nil }

// shut can be neither read nor written.
type shut struct{}

func (shut) Read([]byte) (int, error)  { return 0, io.ErrClosedPipe }
func (shut) Write([]byte) (int, error) { return 0, io.ErrClosedPipe }

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

	DescribeTable("refuses a run that says two things, or what it cannot mean", func(run, words string) {
		Expect(serve(run)).To(HaveExactElements(ContainSubstring(words)))
	},
		Entry("events and chunks", `{"op":"run","id":1,"dialect":"neutral","events":[{}],"chunks":["a"]}`, "one of the two"),
		Entry("an unknown end", `{"op":"run","id":1,"dialect":"neutral","end":"stop"}`, "eof, cut"),
		Entry("a position twice", `{"op":"run","id":1,"dialect":"neutral","events":[{},{}],"observe":[1,1]}`, "increase strictly"),
		Entry("a position before all", `{"op":"run","id":1,"dialect":"neutral","events":[{}],"reload":[-1]}`, "reload[0]"),
		Entry("a chunk that is a number", `{"op":"run","id":1,"dialect":"neutral","chunks":[1]}`, "chunks[0]"),
		Entry("a chunk that is empty of both forms", `{"op":"run","id":1,"dialect":"neutral","chunks":[{}]}`, `a chunk is a string or`),
		Entry("a list of dialects", `{"op":"run","id":1,"dialect":["neutral"]}`, "not a string"),
	)

	It("answers with an error in place of an answer that is too long or too deep", func() {
		var out bytes.Buffer
		in := `{"op":"run","id":3,"dialect":"deep"}` + "\n" + `{"op":"run","id":4,"dialect":"long"}` + "\n" + `{"op":"load","id":5,"store":"d"}` + "\n"
		Expect(probe.Serve(strings.NewReader(in), &out, excessive{})).To(Succeed())
		Expect(strings.Split(strings.TrimSpace(out.String()), "\n")).To(HaveExactElements(
			And(ContainSubstring(`"id":3`), ContainSubstring("nests deeper than 256")),
			And(ContainSubstring(`"id":4`), ContainSubstring("longer than")),
			And(ContainSubstring(`"id":5`), ContainSubstring("nests deeper than 256")),
		))
	})

	It("answers for a candidate that returned nothing", func() {
		var out bytes.Buffer
		in := `{"op":"run","id":3,"dialect":"neutral"}` + "\n" + `{"op":"load","id":5,"store":"d"}` + "\n"
		Expect(probe.Serve(strings.NewReader(in), &out, speechless{})).To(Succeed())
		Expect(strings.Split(strings.TrimSpace(out.String()), "\n")).To(HaveExactElements(
			MatchJSON(`{"id":3,"error":"neither an answer nor an error was returned"}`),
			MatchJSON(`{"id":5,"error":"neither an answer nor an error was returned"}`),
		))
	})

	It("ends with an error where nobody reads what it writes, or nothing can be read", func() {
		hello := strings.NewReader(`{"op":"hello","probe":1,"harness":"test"}`)
		Expect(probe.Serve(hello, shut{}, counter{})).To(MatchError(io.ErrClosedPipe))
		Expect(probe.Serve(shut{}, io.Discard, counter{})).To(MatchError(io.ErrClosedPipe))
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

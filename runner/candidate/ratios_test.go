package candidate

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/quock-dev/quock/spec/probe"
)

// BenchmarkRatios says what a case of 50 events costs, on its way to a child
// and back, in ratios of one run. The ways take turns in short rounds, and of
// each the quarter fastest rounds count, up to the slowest of them: other work on
// the machine disturbs the rest.
//
//   - exchange/bare: cases a second that come back, against a bare pipe loop
//     with the same bytes and the same child;
//   - checked/bare: the same with the answer read and held against the contract;
//   - pairs/bare: two children that are spoken to at once and checked, against
//     two bare loops at once;
//   - checked/process: checked against a process a case.
func BenchmarkRatios(b *testing.B) {
	const round = 20
	bare, ours := [2]*bareLoop{newBareLoop(b), newBareLoop(b)}, [2]*benchLine{newBenchLine(b), newBenchLine(b)}
	defer func() {
		for i := range 2 {
			bare[i].close()
			ours[i].Close()
		}
	}()
	var took [6][]float64
	measure := func(way int, times int, do func()) {
		began := time.Now()
		for range times {
			do()
		}
		took[way] = append(took[way], float64(time.Since(began))/float64(times))
	}
	for b.Loop() {
		for range 10 {
			measure(0, round, func() { bare[0].exchange(b) })
			measure(1, round, func() { ours[0].exchange(b) })
			measure(2, round, func() { ours[0].check(b) })
			measure(3, 1, func() { both(round, func(i int) { bare[i].exchange(b) }) })
			measure(4, 1, func() { both(round, func(i int) { ours[i].check(b) }) })
		}
		measure(5, 1, func() {
			c := newBenchLine(b)
			c.check(b)
			c.Kill()
		})
	}
	cost := func(way int) float64 { return quarter(took[way]) }
	b.ReportMetric(cost(0)/cost(1), "exchange/bare")
	b.ReportMetric(cost(0)/cost(2), "checked/bare")
	b.ReportMetric(cost(3)/cost(4), "pairs/bare")
	b.ReportMetric(cost(5)/cost(2), "checked/process")
	b.ReportMetric(1e9/cost(2), "cases/s")
	b.ReportMetric(2*round*1e9/cost(4), "pairs-cases/s")
	b.ReportMetric(0, "ns/op")
}

// both does something times times with each of two at once.
func both(times int, do func(i int)) {
	var all sync.WaitGroup
	for i := range 2 {
		all.Go(func() {
			for range times {
				do(i)
			}
		})
	}
	all.Wait()
}

// quarter is what a quarter of the values is not above.
func quarter(of []float64) float64 {
	slices.Sort(of)
	return of[len(of)/4]
}

// A benchLine is a child that is asked the same case again and again.
type benchLine struct {
	*Candidate
	req  *probe.RunRequest
	line []byte
}

func newBenchLine(b *testing.B) *benchLine {
	return &benchLine{Candidate: newBenchChild(b), req: benchRequest()}
}

// exchange asks and does not look at the answer.
func (l *benchLine) exchange(b *testing.B) {
	l.req.ID++
	l.line, _ = appendRun(l.line[:0], l.req, probe.DefaultLimits())
	if _, err := l.conn.(*child).process.ask(l.line, time.Minute); err != nil {
		b.Error(err)
	}
}

// check asks, reads the answer and holds it against the contract.
func (l *benchLine) check(b *testing.B) {
	l.req.ID++
	if a := l.Run(l.req, time.Minute); a.Fault != nil {
		b.Error(a.Fault.Detail)
	}
}

func benchRequest() *probe.RunRequest {
	req := &probe.RunRequest{Op: probe.OpRun, ID: 1, Dialect: "neutral"}
	for i := range 50 {
		req.Events = append(req.Events, json.RawMessage(fmt.Sprintf(
			`{"kind":"text","session":"amber-falcon","message":"m%d","form":"text","text":"a fragment of text"}`, i%5)))
	}
	return req
}

func newBenchChild(b *testing.B) *Candidate {
	command := Command{Args: []string{os.Args[0]}, Env: append(os.Environ(), "QUOCK_TEST_CHILD=bench")}
	c, err := command.Start(context.Background(), NewLimits(0, 0))
	if err != nil {
		b.Fatal(err)
	}
	return c
}

// A bareLoop writes the same line and reads the answer, and nothing else.
type bareLoop struct {
	line  []byte
	ends  *pipeEnds
	cmd   *exec.Cmd
	reads *bufio.Reader
}

func newBareLoop(b *testing.B) *bareLoop {
	ends, err := openPipes()
	if err != nil {
		b.Fatal(err)
	}
	l := &bareLoop{ends: ends, cmd: exec.Command(os.Args[0]), reads: bufio.NewReaderSize(ends.stdout, readSize)}
	l.cmd.Env = append(os.Environ(), "QUOCK_TEST_CHILD=bench")
	l.cmd.Stdin, l.cmd.Stdout = ends.childIn, ends.childOut
	if err := l.cmd.Start(); err != nil {
		b.Fatal(err)
	}
	ends.closeChildEnds()
	l.line, _ = probe.AppendLine(nil, probe.Hello{Op: probe.OpHello, Probe: probe.Version}, probe.DefaultLimits())
	l.exchange(b)
	l.line, _ = appendRun(nil, benchRequest(), probe.DefaultLimits())
	return l
}

func (l *bareLoop) exchange(b *testing.B) {
	if _, err := l.ends.stdin.Write(l.line); err != nil {
		b.Error(err)
	}
	if _, err := l.reads.ReadSlice('\n'); err != nil {
		b.Error(err)
	}
}

func (l *bareLoop) close() {
	l.ends.closeOurEnds()
	_ = l.cmd.Wait()
}

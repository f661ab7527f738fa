package candidate

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"testing"
	"time"

	"github.com/quock-dev/quock/spec/probe"
)

// BenchmarkRatios says what a case of 50 events costs, on its way to a child
// and back, in ratios of one run; the ways take turns, so that a busy machine
// slows them alike.
//
//   - exchange/bare: cases a second that come back, against a bare pipe loop
//     with the same bytes and the same child;
//   - checked/bare: the same with the answer read and held against the contract;
//   - checked/process: that against a process a case.
func BenchmarkRatios(b *testing.B) {
	const round = 200
	bare, ours := newBareLoop(b), newBenchChild(b)
	defer bare.close()
	defer ours.Close()
	var took [4]time.Duration
	measure := func(i, times int, do func()) {
		began := time.Now()
		for range times {
			do()
		}
		took[i] += time.Since(began) * time.Duration(round/times)
	}
	conn, req, line := ours.conn.(*child), benchRequest(), []byte(nil)
	for b.Loop() {
		measure(0, round, func() { bare.exchange(b) })
		measure(1, round, func() {
			req.ID++
			line, _ = appendRun(line[:0], req, probe.DefaultLimits())
			if _, err := conn.process.ask(line, time.Minute); err != nil {
				b.Fatal(err)
			}
		})
		measure(2, round, func() {
			req.ID++
			if a := ours.Run(req, time.Minute); a.Fault != nil {
				b.Fatal(a.Fault.Detail)
			}
		})
		measure(3, 1, func() {
			c := newBenchChild(b)
			c.Run(req, time.Minute)
			c.Kill()
		})
	}
	ratio := func(a, b int) float64 { return float64(took[a]) / float64(took[b]) }
	b.ReportMetric(ratio(0, 1), "exchange/bare")
	b.ReportMetric(ratio(0, 2), "checked/bare")
	b.ReportMetric(ratio(3, 2), "checked/process")
	b.ReportMetric(round*float64(b.N)/took[2].Seconds(), "cases/s")
	b.ReportMetric(0, "ns/op")
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
		b.Fatal(err)
	}
	if _, err := l.reads.ReadSlice('\n'); err != nil {
		b.Fatal(err)
	}
}

func (l *bareLoop) close() {
	l.ends.closeOurEnds()
	_ = l.cmd.Wait()
}

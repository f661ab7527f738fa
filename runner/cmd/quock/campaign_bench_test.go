//go:build bench

package main

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"testing"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"github.com/quock-dev/quock/fixtures/candidates/go/reducer"
	"github.com/quock-dev/quock/runner/internal/fleet"
	"github.com/quock-dev/quock/spec/probe"
)

// pauseEnv is how long the candidate sleeps before each answer; a case has two. It is no flag: the campaign's
// folder holds the candidate's command, and that of --jobs 1 is made without the pause.
const pauseEnv = "QUOCK_BENCH_PAUSE"

// TestMain makes this binary quock, and the candidate, for the processes that the benchmark
// starts.
func TestMain(m *testing.M) {
	if len(os.Args) > 1 && os.Args[1] == "as-candidate" {
		pause, _ := time.ParseDuration(os.Getenv(pauseEnv))
		if err := probe.Serve(os.Stdin, os.Stdout, &sleepy{reducer.HonestCandidate(), pause}); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		os.Exit(0)
	}
	if len(os.Args) > 1 && os.Args[1] == "as-quock" {
		os.Args = os.Args[1:]
		main()
	}
	os.Exit(m.Run())
}

// A sleepy candidate is honest, and slow.
type sleepy struct {
	probe.Candidate
	pause time.Duration
}

func (s *sleepy) Run(r *probe.RunRequest) (*probe.RunReply, error) {
	time.Sleep(s.pause)
	return s.Candidate.Run(r)
}

const (
	pause  = 10 * time.Millisecond
	many   = 8
	killed = 10 * time.Second // between two kills
	kills  = 6
)

// BenchmarkCampaign measures a campaign whose candidate sleeps 20 ms a case, 10 ms before each
// of its two answers, and that processes share, each with one candidate. The server is the one that quock embeds.
//
// The steady rate counts the units that got results, from when each process has done a unit
// until the last result. So it leaves out what each process does before its first unit (it
// learns how the candidate answers 192 cases), and has the ends of rounds, where workers wait
// for one another. The busy share is the part of that time in which a
// process does a unit. Where it is high and eight processes are not eight times as fast, units take
// longer: the machine has too few cores. The whole counts the time from the first process's start to the last one's end.
func BenchmarkCampaign(b *testing.B) {
	for b.Loop() {
		one, eight := share(b, 1, 1<<10, 0), share(b, many, 8<<10, 0)
		b.ReportMetric(one.steady, "one-cases/s")
		b.ReportMetric(eight.steady, "eight-cases/s")
		b.ReportMetric(eight.steady/one.steady, "eight/one")
		b.ReportMetric(eight.whole/one.whole, "eight/one-whole")
		b.ReportMetric(100*one.busy, "one-busy-%")
		b.ReportMetric(100*eight.busy, "eight-busy-%")
		b.ReportMetric(1000*eight.processor.Seconds(), "processor-ms/case")
		dying := share(b, many, 20<<10, kills)
		b.ReportMetric(100*float64(dying.tally.Again)/float64(dying.tally.Units), "again-%")
		b.ReportMetric(float64(dying.tally.Again), "again-units")
		b.ReportMetric(float64(dying.tally.Units), "units")
		b.ReportMetric(dying.whole, "dying-cases/s")
		b.ReportMetric(1, "same-folder") // share fails where it is another one
	}
}

// A measured campaign.
type measured struct {
	steady, whole float64 // cases a second
	busy          float64
	tally         fleet.Tally
	processor     time.Duration // a case: of the processes that live to the end, with their candidates
}

// share runs a campaign of so many processes and cases, and kills so many of them one after
// another, each replaced by another process with the same command.
func share(b *testing.B, processes, cases, kills int) (out measured) {
	dir := b.TempDir()
	s, err := fleet.Serve(&fleet.Serving{Address: "127.0.0.1:0", Dir: filepath.Join(dir, "server")})
	check(b, err)
	defer s.Close()
	folder := func(i int) string { return filepath.Join(dir, strconv.Itoa(i)) }
	start := func(i int) *process {
		return begin(b, "fuzz", "--nats", s.URL(), "--campaign", "bench", "--jobs", "1", "--dir", folder(i))(cases, pause)
	}
	began := time.Now()
	all := make([]*process, processes)
	for i := range all {
		all[i] = start(i)
	}
	watched := watch(b, s.URL(), processes)
	for i := range kills {
		time.Sleep(killed)
		p := all[i%processes]
		select {
		case <-p.ended:
			b.Fatalf("the campaign ended before kill %d", i)
		default:
		}
		check(b, p.cmd.Process.Kill())
		<-p.ended
		all[i%processes] = start(i % processes)
	}
	for i, p := range all {
		if <-p.ended; p.err != nil {
			b.Fatalf("process %d: %v", i, p.err)
		}
		out.processor += (p.cmd.ProcessState.UserTime() + p.cmd.ProcessState.SystemTime()) / time.Duration(cases)
	}
	out.whole = float64(cases) / time.Since(began).Seconds()
	w := <-watched
	out.tally, out.steady = w.tally, float64(cases)/float64(w.last.units)*float64(w.last.units-w.first.units)/w.last.at.Sub(w.first.at).Seconds()
	out.busy = out.steady * float64(w.last.units) / float64(cases) * w.took.Seconds() / float64(processes)
	b.Logf("%d processes, %d cases, %d kills: steady from unit %d to %d in %s: %.1f cases/s, busy %.3f, whole %.1f; processor %s a case; units %+v",
		processes, cases, kills, w.first.units, w.last.units, w.last.at.Sub(w.first.at).Round(time.Millisecond), out.steady, out.busy, out.whole, out.processor, out.tally)
	alone := begin(b, "fuzz", "--jobs", "1", "--dir", folder(processes))(cases, 0)
	if <-alone.ended; alone.err != nil {
		b.Fatal(alone.err)
	}
	for i := range processes {
		if text, err := exec.Command("diff", "-r", folder(processes), folder(i)).CombinedOutput(); err != nil {
			b.Fatalf("the folder of process %d is not that of --jobs 1: %v\n%s", i, err, text)
		}
	}
	return out
}

// A process of quock.
type process struct {
	cmd   *exec.Cmd
	ended chan struct{}
	err   error // once it has ended
}

// begin starts quock.
func begin(b *testing.B, args ...string) func(cases int, pause time.Duration) *process {
	return func(cases int, pause time.Duration) *process {
		args := append([]string{"as-quock"}, args...)
		args = append(args, "--quiet", "--dialect", "agentc", "--cases", strconv.Itoa(cases), "--", os.Args[0], "as-candidate")
		p := &process{cmd: exec.Command(os.Args[0], args...), ended: make(chan struct{})}
		p.cmd.Env = append(os.Environ(), pauseEnv+"="+pause.String())
		p.cmd.Stderr = os.Stderr
		check(b, p.cmd.Start())
		b.Cleanup(func() { _ = p.cmd.Process.Kill() })
		go func() {
			p.err = p.cmd.Wait()
			close(p.ended)
		}()
		return p
	}
}

// A mark says how many units had results at a time.
type mark struct {
	at    time.Time
	units uint64
}

// A watched campaign: when each process had done a unit, the last result, and the count of
// units at the end.
type watched struct {
	first, last mark
	tally       fleet.Tally
	took        time.Duration // a unit, on average of those before last
}

// watch watches a campaign until it ends. Each unit has one result in the stream, and the
// numbers of results that were removed are not given again.
func watch(b *testing.B, url string, processes int) <-chan watched {
	done := make(chan watched, 1)
	go func() {
		var w watched
		defer func() { done <- w }()
		ctx := context.Background()
		nc, err := nats.Connect(url)
		if err != nil {
			b.Error(err)
			return
		}
		defer nc.Close()
		js, _ := jetstream.New(nc)
		conn, err := fleet.Dial(ctx, &fleet.Dialing{URL: url})
		if err != nil {
			b.Error(err)
			return
		}
		defer conn.Close()
		var c *fleet.Campaign
		for ; c == nil; time.Sleep(20 * time.Millisecond) {
			c, _ = conn.Join(ctx, "bench")
		}
		for i, ended := 0, false; !ended; i++ {
			time.Sleep(20 * time.Millisecond)
			at := time.Now()
			if results, err := js.Stream(ctx, "quock-bench-results"); err == nil {
				if n := results.CachedInfo().State.LastSeq; n > w.last.units {
					w.last = mark{at, n}
				}
			}
			if i%25 != 0 {
				continue // the rest is work for the server
			}
			working, took := atWork(ctx, c)
			if took > 0 {
				w.took = took
			}
			if w.first.units == 0 && working == processes {
				w.first = w.last
			}
			if head, err := c.Head(ctx); err == nil {
				ended, w.tally = head.Ended, head.Tally
			}
		}
	}()
	return done
}

// atWork is how many processes have done a unit, and how long a unit took on average.
func atWork(ctx context.Context, c *fleet.Campaign) (n int, took time.Duration) {
	all, _ := c.Present(ctx)
	units := 0
	for _, p := range all {
		if p.Units > 0 {
			n, units, took = n+1, units+p.Units, took+p.Busy
		}
	}
	return n, took / time.Duration(max(1, units))
}

func check(b *testing.B, err error) {
	b.Helper()
	if err != nil {
		b.Fatal(err)
	}
}

package cli_test

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strconv"
	"syscall"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/quock-dev/quock/fixtures/candidates/broken/bug"
	"github.com/quock-dev/quock/fixtures/candidates/go/reducer"
	"github.com/quock-dev/quock/fixtures/candidates/null/trivial"
	stores "github.com/quock-dev/quock/fixtures/candidates/store/bug"
	"github.com/quock-dev/quock/fixtures/candidates/store/keep"
	"github.com/quock-dev/quock/fuzz/bulk"
	"github.com/quock-dev/quock/fuzz/perform"
	"github.com/quock-dev/quock/runner/internal/cli"
	"github.com/quock-dev/quock/spec/probe"
	"github.com/quock-dev/quock/spec/wire/agentc"
)

// TestMain makes the commands that the scripts use: quock itself, and
// candidates.
func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){
		"quock":  quock,
		"honest": func() { serve(reducer.HonestCandidate()) },
		"broken": func() {
			serveNamed(func(name string) (probe.Candidate, error) { b, err := bug.ByName(name); return b.Candidate(), err })
		},
		"null":    func() { serveNamed(trivial.New) },
		"store":   store,
		"bulk":    large,
		"erratic": erratic,
		"hostile": hostile,
	})
}

func quock() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	context.AfterFunc(ctx, stop)
	os.Exit(cli.Main(ctx, os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
}

// store is the honest store, or one with the bug that is named.
func store() {
	if len(os.Args) < 2 {
		serve(keep.Honest("anthropic", "neutral"))
		return
	}
	serveNamed(func(name string) (probe.Candidate, error) { b, err := stores.ByName(name); return b.Candidate(), err })
}

// large writes a stream: DIALECT EVENTS [PLANT].
func large() {
	events, err := strconv.Atoi(os.Args[2])
	o := bulk.Options{Dialect: os.Args[1], Events: events, Seed: 1}
	if len(os.Args) > 3 {
		o.Faults = []bulk.Fault{{Rule: os.Args[3]}}
	}
	if err == nil {
		_, err = bulk.Write(os.Stdout, o)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func serve(c probe.Candidate) {
	if err := probe.Serve(os.Stdin, os.Stdout, c); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func serveNamed(make func(string) (probe.Candidate, error)) {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "give one name")
		os.Exit(1)
	}
	c, err := make(os.Args[1])
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	serve(c)
}

// erratic is honest but for one thing, in the run with a given id, which is the
// number of its case.
func erratic() {
	what := flag.String("what", "", "what goes wrong")
	at := flag.Int("at", 1, "the id of the run in which it does, 0 for all")
	once := flag.String("once", "", "a file: nothing goes wrong if it has a byte for each of --times, else it gets one more")
	times := flag.Int64("times", 1, "with --once, how often it goes wrong")
	every := flag.String("dialect", "agentc", "the dialect read")
	flag.Parse()
	honest := reducer.HonestCandidate()
	honest.Reads = []string{*every}
	serve(&wrong{Candidate: honest, what: *what, at: int64(*at), once: *once, times: *times, seen: map[string]int{}})
}

type wrong struct {
	probe.Candidate
	what  string
	at    int64
	once  string
	times int64
	seen  map[string]int // how often each stream was put
}

func (w *wrong) Run(req *probe.RunRequest) (*probe.RunReply, error) {
	if w.at != 0 && req.ID != w.at {
		return w.Candidate.Run(req)
	}
	if w.once != "" {
		gone, _ := os.ReadFile(w.once)
		if int64(len(gone)) >= w.times {
			return w.Candidate.Run(req)
		}
		_ = os.WriteFile(w.once, append(gone, '.'), 0o600)
	}
	switch w.what {
	case "die":
		fmt.Fprintln(os.Stderr, "out of paper")
		os.Exit(4)
	case "hang":
		time.Sleep(time.Hour)
	case "chat":
		fmt.Println("DEBUG: reducing")
	case "waver": // fails what it sees the first time, the third time and so on
		stream := fmt.Sprintf("%s", req.Events)
		if w.seen[stream]++; w.seen[stream]%2 == 1 {
			return nil, errors.New("not now")
		}
	case "fail":
		return nil, errors.New("no such session")
	}
	return w.Candidate.Run(req)
}

func TestScripts(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir: "testdata/script",
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"exits":  exits,
			"action": action,
		},
		Condition: condition,
		Setup: func(e *testscript.Env) error {
			token, ok := perform.Generate(agentc.New().Features(""), perform.Degraded, 7).Token()
			if !ok {
				return errors.New("a generated case has no token")
			}
			e.Setenv("TOKEN", token.String())
			root, err := filepath.Abs("../../..")
			e.Setenv("ROOT", root)
			e.Setenv("REAL_HOME", os.Getenv("HOME")) // where Go keeps what it has built
			return err
		},
	})
}

// condition knows root, who may read everything.
func condition(name string) (bool, error) {
	if name == "root" {
		return os.Geteuid() == 0, nil
	}
	return false, fmt.Errorf("no condition %q", name)
}

// exits runs a command that must end with the given code: exits 2 quock run.
func exits(ts *testscript.TestScript, neg bool, args []string) {
	want, err := strconv.Atoi(args[0])
	if neg || len(args) < 2 || err != nil {
		ts.Fatalf("usage: exits CODE COMMAND [ARGS]")
	}
	got := 0
	if err := ts.Exec(args[1], args[2:]...); err != nil {
		var died *exec.ExitError
		if !errors.As(err, &died) {
			ts.Fatalf("%v", err)
		}
		got = died.ExitCode()
	}
	if got != want {
		ts.Fatalf("exit code %d, not %d", got, want)
	}
}

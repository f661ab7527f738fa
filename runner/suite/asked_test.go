package suite_test

import (
	"errors"
	"os"
	"testing"
	"time"

	"github.com/quock-dev/quock/fixtures/candidates/go/reducer"
	"github.com/quock-dev/quock/runner/suite"
	"github.com/quock-dev/quock/spec/probe"
)

// The environment of a test that a spec runs in a process of its own: the candidate, and
// files.
const (
	envCandidate = "QUOCK_SUITE_CANDIDATE"
	envKnown     = "QUOCK_SUITE_KNOWN"
	envFolder    = "QUOCK_SUITE_FOLDER"
	envReplay    = "QUOCK_SUITE_REPLAY"
)

// candidates are the readers that specs ask for. All but the first are wrong; the last
// reports nothing at all.
var candidates = map[string]func() probe.Candidate{
	"right":   newBadge,
	"latched": func() probe.Candidate { return badgeWith(func(b *latched) {}) },
	"panics":  func() probe.Candidate { return badgeWith(func(b *latched) { panic("index out of range") }) },
	"hangs":   func() probe.Candidate { return badgeWith(func(b *latched) { select {} }) },
	"refuses": func() probe.Candidate {
		return badgeWith(func(b *latched) { b.refuses = errors.New("no limits, please") })
	},
	"lax": func() probe.Candidate { return lax{reducer.HonestCandidate()} },
	"mute": func() probe.Candidate {
		hello := probe.HelloReply{Name: "mute", Dialects: []string{"agentc"}, Observes: []string{"messages"}}
		return probe.NewCandidate(hello, func(string) probe.StreamReader { return &badge{} })
	},
}

// A latched badge never goes out again. It can do worse at the first limit.
type latched struct {
	badge
	limited func(*latched)
	refuses error
}

func badgeWith(limited func(*latched)) probe.Candidate {
	return probe.NewCandidate(newBadge().Hello(), func(string) probe.StreamReader { return &latched{limited: limited} })
}

func (l *latched) Feed(record []byte) error {
	if before := l.quota; before.Limited {
		_ = l.badge.Feed(record)
		l.quota = before
		return nil
	}
	if err := l.badge.Feed(record); err != nil || !l.quota.Limited {
		return err
	}
	l.limited(l)
	return l.refuses
}

// A lax reader takes every call for done, so that it breaks several rules.
type lax struct{ probe.Candidate }

func (l lax) Run(req *probe.RunRequest) (*probe.RunReply, error) {
	reply, err := l.Candidate.Run(req)
	if err != nil {
		return nil, err
	}
	for _, t := range append(reply.Observations, *reply.Final) {
		for _, s := range t.Sessions {
			for _, m := range s.Messages {
				for i := range m.Calls {
					m.Calls[i].Status, m.Calls[i].IsError = "done", false
				}
			}
		}
	}
	return reply, nil
}

// asked returns the candidate that a spec asks for, with options for a short test.
func asked(t testing.TB) (func() probe.Candidate, []suite.Option) {
	name := os.Getenv(envCandidate)
	if name == "" {
		t.Skip("a spec runs this in a process of its own")
	}
	dialect, cases := "neutral", 200
	if name == "lax" || name == "mute" {
		dialect, cases = "agentc", 60
	}
	options := []suite.Option{suite.Cases(cases), suite.Dialects(dialect), suite.Folder(os.Getenv(envFolder)), suite.Known(os.Getenv(envKnown))}
	if name == "hangs" {
		options = append(options, suite.Timeout(100*time.Millisecond))
	}
	return candidates[name], options
}

func TestAsked(t *testing.T) {
	newCandidate, options := asked(t)
	suite.Run(t, newCandidate, options...)
}

func TestSmoked(t *testing.T) {
	newCandidate, _ := asked(t)
	suite.Smoke(t, newCandidate)
}

func TestReplayed(t *testing.T) {
	newCandidate, _ := asked(t)
	suite.Replay(t, newCandidate, os.Getenv(envReplay))
}

func FuzzAsked(f *testing.F) {
	newCandidate, options := asked(f)
	suite.Fuzz(f, newCandidate, options...)
}

// TestParallel: several suites run beside each other.
func TestParallel(t *testing.T) {
	for _, name := range []string{"one", "other"} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			suite.Run(t, newBadge, suite.Cases(200))
		})
	}
}

// TestOptions: a right reader passes with fewer dialects, parts and rules, at any level.
func TestOptions(t *testing.T) {
	suite.Run(t, func() probe.Candidate { return reducer.HonestCandidate() }, suite.Dialects("codex"), suite.Cases(30),
		suite.Observes("outcome", "turns"), suite.Rules("account/*", "notify/*"), suite.Seed(7), suite.Level("hostile"))
}

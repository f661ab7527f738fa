package suite

import (
	"regexp"
	"strings"
	"sync"
	"testing"

	"github.com/quock-dev/quock/runner/suite/internal/judging"
	"github.com/quock-dev/quock/spec/probe"
)

// Run judges a candidate by every rule that speaks of it, with a subtest a rule. All
// selected subtests share one run, so each shows the time of the whole run. With -run
// only cases that test the selected rules are run, and those without faults.
//
// newCandidate is called several times, from several goroutines; the values that it
// returns must not share state. A panic is a finding. A run that does not come back is
// a timeout, and its goroutine is left behind.
//
// A rule is skipped if no case can judge it, if its failures are known, or if it is a
// SHOULD. Failures that charge no rule fail t itself, and so does everything else for
// which the command would not end with 0.
func Run(t *testing.T, newCandidate func() probe.Candidate, options ...Option) {
	t.Helper()
	s, err := judging.Prepare(t.Context(), newCandidate, judging.Configured(testing.Short(), options))
	if err != nil {
		t.Fatalf("quock: %v", err)
	}
	var result *judging.SuiteRun
	eachSelected(t, s.Rules(), func(selected []string) {
		result, err = s.Judge(t.Context(), selected, func(rule string) string { return command(t.Name(), rule) })
	}, func(t *testing.T, rule string) {
		if result == nil {
			t.Skip("not judged")
		}
		failure, skipped := result.Rule(t.Context(), rule)
		switch {
		case failure != "":
			t.Error("\n" + strings.TrimSpace(failure))
		case skipped != "":
			t.Skip(skipped)
		}
	})
	switch {
	case err != nil:
		t.Fatalf("quock: %v", err)
	case result != nil:
		conclude(t, result)
	}
}

// conclude reports what charges no rule that has a subtest, and the diagnosis.
func conclude(t *testing.T, r *judging.SuiteRun) {
	t.Helper()
	t.Log(r.Summary())
	if text := r.Diagnosis(); text != "" {
		t.Log("\n" + strings.TrimSpace(text))
	}
	failed, text := r.Rest(t.Context())
	switch {
	case failed:
		t.Error("\n" + strings.TrimSpace(text))
	case text != "":
		t.Log("\n" + strings.TrimSpace(text))
	}
}

// eachSelected starts a subtest for each rule. When it is known which of them -run
// selects it calls judge with these, then report in each, one after the other.
func eachSelected(t *testing.T, rules []string, judge func(selected []string), report func(t *testing.T, rule string)) {
	var selected []string
	var all sync.WaitGroup
	started, turn := make(chan bool), make(chan struct{})
	first := turn
	for _, rule := range rules {
		mine, next := turn, make(chan struct{})
		all.Go(func() {
			defer close(next)
			ran := false
			t.Run(rule, func(t *testing.T) {
				ran = true
				started <- true
				<-mine
				report(t, rule)
			})
			if !ran {
				started <- false
				<-mine
			}
		})
		if <-started {
			selected = append(selected, rule)
		}
		turn = next
	}
	defer all.Wait()
	defer close(first)
	if len(selected) > 0 {
		judge(selected)
	}
}

// command is what runs a rule's subtest of a test again, or with "" the test.
func command(test, rule string) string {
	if rule != "" {
		test += "/" + rule
	}
	var path []string
	for element := range strings.SplitSeq(test, "/") {
		path = append(path, "^"+regexp.QuoteMeta(element)+"$")
	}
	return "go test -run '" + strings.Join(path, "/") + "'"
}

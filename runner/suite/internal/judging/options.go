package judging

import (
	"fmt"
	"slices"
	"time"

	"github.com/quock-dev/quock/fuzz/perform"
	"github.com/quock-dev/quock/runner"
	"github.com/quock-dev/quock/runner/pattern"
	"github.com/quock-dev/quock/runner/plan"
	"github.com/quock-dev/quock/spec/probe"
)

// Options are what a test asks for; package suite documents each.
type Options struct {
	Dialects, Observes, Rules []string
	Cases                     int
	Seed                      uint64
	Level                     string
	Known, Folder             string
	Timeout                   time.Duration
	// Short runs a tenth of the cases.
	Short bool
}

// A Setting changes the options of a test.
type Setting func(*Options)

// Configured are the options of a test: those of quock run, but for what it changes.
func Configured(short bool, changes []Setting) Options {
	o := Options{Cases: runner.DefaultCases, Seed: 1, Level: perform.Degraded.String(), Folder: "testdata/quock", Short: short}
	for _, change := range changes {
		change(&o)
	}
	return o
}

// shorter is by how much Short divides the number of cases.
const shorter = 10

// selection returns the selection of cases.
func (o *Options) selection() (plan.Selection, error) {
	s := plan.Selection{Seed: o.Seed, Cases: o.Cases, Dialects: o.Dialects}
	if o.Short {
		s.Cases = (o.Cases + shorter - 1) / shorter
	}
	if o.Cases < 0 {
		return s, fmt.Errorf("%d cases: give 0 or more", o.Cases)
	}
	if err := s.Level.UnmarshalText([]byte(o.Level)); err != nil {
		return s, fmt.Errorf("level %q: give clean, degraded or hostile", o.Level)
	}
	var err error
	s.Rules, err = anyOf(o.Rules)
	return s, err
}

// anyOf returns a pattern of several; nil for none.
func anyOf(texts []string) (*pattern.Pattern, error) {
	var all []pattern.Pattern
	for _, text := range texts {
		p, err := pattern.Parse(text)
		if err != nil {
			return nil, err
		}
		if err := plan.CheckRules(&p); err != nil {
			return nil, err
		}
		all = append(all, p)
	}
	if len(all) == 0 {
		return nil, nil
	}
	p := pattern.Any(all[0], all[1:]...)
	return &p, nil
}

// observing is a candidate that reports some parts only.
type observing struct {
	probe.Candidate
	parts []string
}

// Hello is the candidate's with fewer observed parts.
func (c observing) Hello() probe.HelloReply {
	hello := c.Candidate.Hello()
	hello.Observes = c.parts
	return hello
}

// observes returns candidates that report the observed parts only.
func (o *Options) observes(newCandidate func() probe.Candidate) (func() probe.Candidate, error) {
	if len(o.Observes) == 0 {
		return newCandidate, nil
	}
	hello := newCandidate().Hello()
	for _, part := range o.Observes {
		if !slices.Contains(hello.Observes, part) {
			return nil, fmt.Errorf("observe %s: the candidate reports %v", part, hello.Observes)
		}
	}
	return func() probe.Candidate { return observing{newCandidate(), o.Observes} }, nil
}

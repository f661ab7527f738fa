package suite

import (
	"time"

	"github.com/quock-dev/quock/runner/suite/internal/judging"
)

// An Option changes what Run, Fuzz and ginkgosuite.Describe do.
type Option = judging.Setting

// Dialects runs these dialects only, with or without a variant. Without it all that the
// candidate reads are run.
func Dialects(names ...string) Option {
	return func(o *judging.Options) { o.Dialects = append(o.Dialects, names...) }
}

// Rules judges only rules that match one of the patterns, such as "attach/*". All
// generated cases then test these rules. To run one rule now and then, use go test -run.
func Rules(patterns ...string) Option {
	return func(o *judging.Options) { o.Rules = append(o.Rules, patterns...) }
}

// Observes compares these parts of the transcript only, such as "messages". They must be
// among those that the candidate reports.
func Observes(parts ...string) Option {
	return func(o *judging.Options) { o.Observes = append(o.Observes, parts...) }
}

// Cases is how many cases are generated, besides the written ones. The default is 2000.
// With go test -short it is a tenth.
func Cases(n int) Option { return func(o *judging.Options) { o.Cases = n } }

// Seed decides every generated case. The default is 1.
func Seed(n uint64) Option { return func(o *judging.Options) { o.Seed = n } }

// Level is the highest level of generated cases: clean, degraded (the default) or hostile.
func Level(name string) Option { return func(o *judging.Options) { o.Level = name } }

// Known names a list of known failures, as --known-failures of the command does. A rule
// that fails only in known ways is skipped; a stale entry fails the test.
func Known(file string) Option { return func(o *judging.Options) { o.Known = file } }

// Folder is where replay files of failing rules are written; "" writes none. The
// default is testdata/quock.
func Folder(path string) Option { return func(o *judging.Options) { o.Folder = path } }

// Timeout is the shortest time limit for an answer. The default is that of the command,
// five seconds; it grows if the candidate's first answers are slow.
func Timeout(d time.Duration) Option { return func(o *judging.Options) { o.Timeout = d } }

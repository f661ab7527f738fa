package fit

import (
	"iter"

	"github.com/quock-dev/quock/model/deviation"
	"github.com/quock-dev/quock/spec"
)

// An Answered is one stream with what a program answered on it.
type Answered struct {
	Stream   spec.Stream
	Policies spec.Policies
	// Covers are the rules that the stream puts to the test on purpose; nil if that is
	// not known.
	Covers []string
	// Observes are the parts that the program observes, with the fields that it
	// lacks.
	Observes spec.Parts
	// At are the observed positions, ascending, with spec.AtEnd at the end. Got
	// is the program's transcript at each.
	At  []int
	Got []*spec.Transcript
	// Loaded says of each of them whether a store loaded it there, for the first
	// time in its run; nil for none. What it loaded follows what was live at the same
	// position. Owed returns what is compared of two such transcripts.
	Loaded []bool
	Owed   func(position int, want, got *spec.Transcript) (w, g spec.Transcript)
}

// Live is the answers without those that a store loaded.
func (c *Answered) Live() *Answered {
	if c.Loaded == nil {
		return c
	}
	live := *c
	live.At, live.Got, live.Loaded = nil, nil, nil
	for i, loaded := range c.Loaded {
		if !loaded {
			live.At, live.Got = append(live.At, c.At[i]), append(live.Got, c.Got[i])
		}
	}
	return &live
}

// Read returns what the reference with deviations answers in place of Got.
func (c *Answered) Read(of ...deviation.Deviation) []spec.Transcript {
	all := make([]spec.Transcript, 0, len(c.At))
	for _, t := range c.Answers(deviation.Compose(of...)) {
		all = append(all, *t)
	}
	return all
}

// Answers yields what a composed reference answers in place of Got, by its index. It
// reads no further than to the last answer that is taken.
func (c *Answered) Answers(of *deviation.Composed) iter.Seq2[int, *spec.Transcript] {
	return c.AnswersFrom(0, of)
}

// AnswersFrom is Answers from an index on.
func (c *Answered) AnswersFrom(first int, of *deviation.Composed) iter.Seq2[int, *spec.Transcript] {
	return func(yield func(int, *spec.Transcript) bool) {
		for i, t := range answers(of.Read(&c.Stream, c.Policies), c.At[first:], func(i int) bool { return c.loads(first + i) }, never) {
			if !yield(first+i, t) {
				return
			}
		}
	}
}

// Differ reports whether two transcripts are other answers at a position, by its index.
func (c *Answered) Differ(i int, want, got *spec.Transcript) bool {
	if c.loads(i) {
		w, g := c.Owed(c.At[i], want, got)
		want, got = &w, &g
	}
	return spec.Compare{Observes: c.Parts(i)}.Differ(want, got)
}

// Parts are the parts that are compared at a position, by its index.
func (c *Answered) Parts(i int) spec.Parts {
	if c.loads(i) {
		return spec.StoredParts(c.Observes)
	}
	return c.Observes
}

func (c *Answered) loads(i int) bool { return c.Loaded != nil && c.Loaded[i] }

// answers is Answers, with what a store loads where it was asked for that.
func (c *Answered) answers(pass *deviation.Readthrough, same func() bool) iter.Seq2[int, *spec.Transcript] {
	return answers(pass, c.At, c.loads, same)
}

// Answers reads on to one position after the other, and yields the answer at each: nil
// where it is known to be as it was without what same asks about, which saves a
// transcript.
func Answers(pass *deviation.Readthrough, at []int, same func() bool) iter.Seq2[int, *spec.Transcript] {
	return answers(pass, at, func(int) bool { return false }, same)
}

func answers(pass *deviation.Readthrough, at []int, loads func(i int) bool, same func() bool) iter.Seq2[int, *spec.Transcript] {
	return func(yield func(int, *spec.Transcript) bool) {
		for i, position := range at {
			var answer *spec.Transcript
			if pass.To(position); !same() {
				t := pass.Transcript
				if loads(i) {
					t = pass.Loaded
				}
				made := t()
				answer = &made
			}
			if !yield(i, answer) {
				return
			}
		}
	}
}

// never is for answers that may differ everywhere.
func never() bool { return false }

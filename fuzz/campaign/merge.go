package campaign

import (
	"cmp"
	"errors"
	"fmt"
	"slices"

	"github.com/quock-dev/quock/fuzz/shrink"
)

// ErrTwice says that a shard was given twice.
var ErrTwice = errors.New("a shard is given twice")

// A Merged campaign contains what several shards found. It can be merged again,
// but not resumed.
type Merged struct {
	Checkpoint, Log []byte
	// Entries and Findings name its files, each with the index of the shard
	// that has the file.
	Entries, Findings []Origin
}

// An Origin is a file of one of the given shards.
type Origin struct {
	Name string
	From int
}

// Merge merges several shards of one campaign. The result does not depend on
// their order. Of equal corpus entries, and of findings with equal streams, it
// takes the one from the case with the lowest number. The error says why a
// shard is refused, or which shards do not belong together.
func Merge(shards []Kept) (*Merged, error) {
	m := &merger{from: map[string]int{}}
	for i, k := range shards {
		s, err := readState(k.Checkpoint)
		if err == nil {
			err = s.check(k)
		}
		if err != nil {
			return nil, fmt.Errorf("shard %d of those given: %w", i+1, err)
		}
		if err := m.add(i, s, k.Log[:s.Log.Bytes]); err != nil {
			return nil, err
		}
	}
	if m.state == nil {
		return nil, fmt.Errorf("%w: none is given", ErrParameters)
	}
	return m.finish()
}

// A merger is a merge in progress.
type merger struct {
	state *state
	logs  logMerger
	from  map[string]int // file -> the shard that has it
}

// add merges one shard.
func (m *merger) add(i int, s *state, log []byte) error {
	if len(s.Merged) == 0 {
		s.Merged = []int{s.Params.Shard}
	}
	s.Params.Shard = 0
	for _, e := range s.Corpus {
		m.own(e.Name, i)
	}
	for _, f := range s.Findings {
		m.own(f.Name, i)
	}
	if err := m.logs.add(log); err != nil {
		return err
	}
	if m.state == nil {
		m.state = s
		return nil
	}
	return m.state.merge(s)
}

// own records that a shard has a file. Files of equal names have equal texts.
func (m *merger) own(name string, shard int) {
	if _, known := m.from[name]; !known {
		m.from[name] = shard
	}
}

// finish sorts all parts, so that the result does not depend on the order of
// the shards.
func (m *merger) finish() (*Merged, error) {
	s := m.state
	slices.Sort(s.Merged)
	slices.SortFunc(s.Corpus, func(a, b entry) int { return cmp.Or(cmp.Compare(a.Case, b.Case), cmp.Compare(a.Name, b.Name)) })
	slices.SortFunc(s.Findings, func(a, b Filed) int { return cmp.Or(cmp.Compare(a.Case, b.Case), cmp.Compare(a.Form, b.Form)) })
	s.Symptoms, s.Charged = s.Symptoms.sorted(), s.Charged.sorted()
	log, err := m.logs.text(s.Params)
	if err != nil {
		return nil, err
	}
	s.Log = logged{len(log), sumOf(log)}
	out := &Merged{Log: log}
	for _, e := range s.Corpus {
		out.Entries = append(out.Entries, Origin{e.Name, m.from[e.Name]})
	}
	for _, f := range s.Findings {
		out.Findings = append(out.Findings, Origin{f.Name, m.from[f.Name]})
	}
	out.Checkpoint, err = s.text()
	return out, err
}

// merge adds the state of another shard.
func (s *state) merge(o *state) error {
	if s.Params != o.Params {
		return fmt.Errorf("%w: %s", ErrParameters, s.Params.differ(&o.Params))
	}
	for _, shard := range o.Merged {
		if slices.Contains(s.Merged, shard) {
			return fmt.Errorf("%w: %d/%d", ErrTwice, shard, s.Params.Shards)
		}
	}
	s.Merged = append(s.Merged, o.Merged...)
	s.Tried, s.Batches, s.Wavered = s.Tried+o.Tried, s.Batches+o.Batches, s.Wavered+o.Wavered
	s.Problem = least(s.Problem, o.Problem)
	s.mergeDiagnosis(o)
	for v, n := range o.Verdicts {
		s.Verdicts[v] += n
	}
	for i, p := range o.Bandit {
		q := &s.Bandit[i]
		q.Tries, q.Yield, q.Cases, q.Found = q.Tries+p.Tries, q.Yield+p.Yield, q.Cases+p.Cases, q.Found+p.Found
	}
	s.Cover.Merge(o.Cover)
	s.Sketch.merge(&o.Sketch)
	for _, e := range o.Corpus {
		s.mergeEntry(e)
	}
	for _, f := range o.Findings {
		s.mergeFinding(f)
	}
	s.Symptoms.merge(&o.Symptoms)
	s.Charged.merge(&o.Charged)
	return nil
}

// least returns the smaller of two texts. "" counts as no text.
func least(a, b string) string {
	if a == "" || b != "" && b < a {
		return b
	}
	return a
}

func (s *state) mergeEntry(e entry) {
	at := slices.IndexFunc(s.Corpus, func(have entry) bool { return have.Name == e.Name })
	if at < 0 {
		s.Corpus = append(s.Corpus, e)
		return
	}
	have := &s.Corpus[at]
	e.Picked, e.Found, e.Edges = have.Picked+e.Picked, have.Found+e.Found, max(have.Edges, e.Edges)
	if have.Case < e.Case {
		e.Case, e.Strategy = have.Case, have.Strategy
	}
	*have = e
}

func (s *state) mergeFinding(f Filed) {
	at := slices.IndexFunc(s.Findings, func(have Filed) bool { return have.Form == f.Form })
	if at < 0 {
		s.Findings = append(s.Findings, f)
		return
	}
	have := &s.Findings[at]
	met := have.Met + f.Met
	if f.Case < have.Case {
		*have = f
	}
	have.Met = met
}

func (s *seen) merge(o *seen) {
	for _, e := range o.list {
		s.note(e.Signature, e.Cases)
	}
}

// sorted returns the list ordered by rule and kind.
func (s *seen) sorted() seen {
	list := slices.SortedFunc(slices.Values(s.list), func(a, b sighting) int {
		return cmp.Or(cmp.Compare(a.Rule, b.Rule), cmp.Compare(a.Kind, b.Kind))
	})
	out := seen{list: list, at: map[shrink.Signature]int{}}
	for i, e := range list {
		out.at[e.Signature] = i
	}
	return out
}

package campaign

import (
	"cmp"
	"errors"
	"fmt"
	"slices"

	"github.com/quock-dev/quock/fuzz/shrink"
)

// ErrTwice says that a shard is given twice.
var ErrTwice = errors.New("a shard that is given twice")

// A Merged campaign is what several shards found. It can be merged further, and
// not be gone on with.
type Merged struct {
	Checkpoint, Log []byte
	// Entries and Findings name the files that it has, each with the index of the
	// shard that has it.
	Entries, Findings []Origin
}

// An Origin is a file of one of the shards that were given.
type Origin struct {
	Name string
	From int
}

// Merge makes one campaign of several shards of one: the same in whatever order
// they are given. Of equal corpus entries, and of findings with equal streams, the
// one from the case with the lowest number is taken. The error says why a shard is
// refused, or which do not belong together.
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

// A merger is a merge that is being made.
type merger struct {
	state *state
	logs  logMerger
	from  map[string]int // the shard that has a file
}

// add takes in one shard.
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

// own notes that a shard has a file. Equal names are equal texts.
func (m *merger) own(name string, shard int) {
	if _, known := m.from[name]; !known {
		m.from[name] = shard
	}
}

// finish puts all into an order that is the same for every order of the shards.
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

// merge takes in what another shard knows.
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

// least is the first of two texts, of which "" is none.
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
		e.Case, e.Arm = have.Case, have.Arm
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

// sorted is the same by rule and kind.
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

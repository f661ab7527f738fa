package plan

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"slices"
	"strings"

	"github.com/quock-dev/quock/fixtures"
	"github.com/quock-dev/quock/golden"
	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/probe"
	"github.com/quock-dev/quock/spec/wire"
)

// A Corpus is the cases that are not generated: the distilled fixtures, then the
// written cases with their goldens, each in order of names.
type Corpus struct {
	Cases []*Case
	// Hash identifies the corpus.
	Hash string
}

// LoadCorpus reads the embedded cases and the distilled fixtures of folders. A fixture
// in several folders counts once. The error names the broken file.
func LoadCorpus(folders ...string) (*Corpus, error) { return LoadCorpusIn(nil, folders...) }

// LoadCorpusIn is LoadCorpus for a run of some dialects, with or without a variant; none
// means all. Its cases are those of these dialects, the hash is that of the whole corpus.
// To decode the others would take longer than many a run.
func LoadCorpusIn(dialects []string, folders ...string) (*Corpus, error) {
	asked := askedFor(dialects)
	distilled, err := loadDistilled(asked, folders)
	if err != nil {
		return nil, err
	}
	written, err := loadWritten(asked)
	if err != nil {
		return nil, err
	}
	corpus, hash := &Corpus{}, sha256.New()
	for _, s := range append(distilled, written...) {
		fmt.Fprintf(hash, "%s\x00%s\x00%d\x00%s\x00", s.Name, s.Dialect, len(s.Records), s.golden)
		for _, record := range s.Records {
			fmt.Fprintf(hash, "%s\n", record)
		}
		if asked(s.Dialect) {
			corpus.Cases = append(corpus.Cases, s.Case)
		}
	}
	corpus.Hash = hex.EncodeToString(hash.Sum(nil))[:16]
	return corpus, nil
}

// askedFor reports of a case's dialect whether it is one of those named, in any variant:
// a clean twin may have another variant than its case.
func askedFor(names []string) func(dialect string) bool {
	bare := func(dialect string) string { name, _, _ := strings.Cut(dialect, ":"); return name }
	return func(dialect string) bool {
		return len(names) == 0 || slices.ContainsFunc(names, func(name string) bool { return bare(name) == bare(dialect) })
	}
}

// A stockedCase has the text of its golden.
type stockedCase struct {
	*Case
	golden []byte
}

func loadWritten(asked func(dialect string) bool) ([]stockedCase, error) {
	all, err := fixtures.Streams()
	if err != nil {
		return nil, fmt.Errorf("reading the written cases: %w", err)
	}
	var cases []stockedCase
	byName := map[string]*Case{}
	for i := range all {
		if all[i].Kind != fixtures.Stream {
			continue
		}
		c, err := written(&all[i], asked)
		if err != nil {
			return nil, fmt.Errorf("written case %s: %w", all[i].Name, err)
		}
		text, _ := golden.Lookup(c.Name)
		byName[c.Name] = c
		cases = append(cases, stockedCase{c, text})
	}
	for i := range all {
		if c := byName[all[i].Name]; c != nil && all[i].Breaking {
			c.Written.Twin = byName[all[i].Twin]
		}
	}
	return cases, nil
}

// ReadWritten reads the file of a written case, to run it alone, and returns it with
// its rule. The candidate is compared with the model.
func ReadWritten(name string, text []byte) (*Case, []string, error) {
	f, err := fixtures.Parse(name, text)
	if err != nil {
		return nil, nil, err
	}
	c, err := OfRecords(name, f.Dialect, f.Records, f.End)
	if err != nil {
		return nil, nil, err
	}
	c.Why, c.Faults = f.Why, f.Faults
	c.Written.Demands, c.Written.Policies = f.Policies, WithDefaults(f.Policies)
	return c, []string{f.Rule}, nil
}

// written is a written case; if its dialect is not asked for, it is not decoded.
func written(f *fixtures.Case, asked func(dialect string) bool) (*Case, error) {
	codec, variant, err := Lookup(f.Dialect)
	if err != nil {
		return nil, err
	}
	if !asked(f.Dialect) {
		return &Case{Name: f.Name, Dialect: codec.Features(variant).Dialect, Records: f.Records, Written: &Written{}}, nil
	}
	stream, _ := wire.DecodeRecords(codec, variant, f.Records) // bad records may be what the case is about
	stream.End = f.End
	approved, err := approvedOutcome(f.Name)
	if err != nil {
		return nil, err
	}
	return &Case{
		Name: f.Name, Why: f.Why, Dialect: stream.Features.Dialect,
		Records: f.Records, Stream: stream, Faults: f.Faults, Observe: f.Observe,
		Written: &Written{
			Rule: f.Rule, Breaking: f.Breaking, Golden: approved,
			Policies: WithDefaults(f.Policies), Demands: f.Policies,
		},
	}, nil
}

func approvedOutcome(name string) (map[int]*spec.Transcript, error) {
	outcome, err := golden.Read(name)
	if err != nil {
		return nil, err
	}
	return approvedAt(&outcome), nil
}

// approvedAt is a golden's outcome by position.
func approvedAt(outcome *golden.Outcome) map[int]*spec.Transcript {
	approved := map[int]*spec.Transcript{spec.AtEnd: &outcome.Final}
	for i := range outcome.Observations {
		approved[outcome.Observations[i].At] = &outcome.Observations[i].Transcript
	}
	return approved
}

// WithDefaults fills in the default of each policy that is not chosen.
func WithDefaults(p spec.Policies) spec.Policies {
	if p.HeldAttach == "" {
		p.HeldAttach = spec.PolicyValues()["held-attach"][0]
	}
	if p.ArgumentsComplete == "" {
		p.ArgumentsComplete = spec.PolicyValues()["arguments-complete"][0]
	}
	if p.HistoryForm == "" {
		p.HistoryForm = spec.PolicyValues()["history-form"][0]
	}
	if p.LogCap == "" {
		p.LogCap = spec.PolicyValues()["log-cap"][0]
	}
	if p.StoreAt == "" {
		p.StoreAt = spec.PolicyValues()["store-at"][0]
	}
	if p.Reload == "" {
		p.Reload = spec.PolicyValues()["reload"][0]
	}
	if p.Bodies == "" {
		p.Bodies = spec.PolicyValues()["bodies"][0]
	}
	if p.EmptyData == "" {
		p.EmptyData = spec.PolicyValues()["empty-data"][0]
	}
	if p.Workers == "" {
		p.Workers = spec.PolicyValues()["workers"][0]
	}
	return p
}

// speaksTo reports whether the case says anything to a candidate with that
// role and those policies: what a store keeps is asked of stores alone.
func (w *Written) speaksTo(hello *probe.HelloReply) bool {
	if strings.HasPrefix(w.Rule, "persist/") && hello.Role != probe.Store {
		return false
	}
	d, p := w.Demands, hello.Chosen()
	return (d.HeldAttach == "" || d.HeldAttach == p.HeldAttach) &&
		(d.ArgumentsComplete == "" || d.ArgumentsComplete == p.ArgumentsComplete) &&
		(d.HistoryForm == "" || d.HistoryForm == p.HistoryForm) &&
		(d.LogCap == "" || d.LogCap == p.LogCap) &&
		(d.StoreAt == "" || d.StoreAt == p.StoreAt)
}

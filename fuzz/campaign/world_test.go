package campaign_test

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/quock-dev/quock/fuzz/campaign"
	"github.com/quock-dev/quock/fuzz/perform"
	"github.com/quock-dev/quock/fuzz/shrink"
	"github.com/quock-dev/quock/model"
	"github.com/quock-dev/quock/model/check"
	"github.com/quock-dev/quock/model/deviation"
	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/wire/agentc"
)

// A maker makes a model and a function that counts how often its decisions have
// departed.
type maker func() (model.Semantics, *deviation.Count)

// modelReader makes a candidate of a model, wrong or not. Each transcript is
// compared with the honest model's, and the first differences are blamed on
// base rules.
func modelReader(wrong maker) campaign.Reader {
	judge := func(s *shrink.Subject) []shrink.Signature { return ways(s.Stream, wrong) }
	return campaign.Reader{
		Try: func(c *perform.Case) campaign.Attempt {
			a := campaign.Attempt{Verdict: spec.Pass, Symptoms: ways(c.Stream, wrong)}
			if len(a.Symptoms) > 0 {
				a.Verdict = spec.Fail
			}
			return a
		},
		Attribute: func(c *perform.Case) (campaign.Attributed, bool) {
			s := shrink.Subject{Stream: c.Stream}
			found := judge(&s)
			return campaign.Attributed{Subject: s, Signatures: found}, len(found) > 0
		},
		Judge: judge,
		File:  filed,
	}
}

// filed writes a finding as a runner would.
func filed(f *campaign.Finding) (string, []byte, error) {
	var b strings.Builder
	fmt.Fprintf(&b, "%s %s also %v\ncase %d of %d events: %s\n", f.Rule, f.Kind, f.Also, f.Case, f.Events, f.Token)
	for _, e := range f.Subject.Stream.Events {
		fmt.Fprintf(&b, "%d %s %q %q %q\n", e.Record, e.Kind, e.Session, e.Call, e.Text)
	}
	sum := sha256.Sum256([]byte(b.String()))
	return fmt.Sprintf("%s-%x", strings.ReplaceAll(f.Rule, "/", "-"), sum[:4]), []byte(b.String()), nil
}

func honest() (model.Semantics, *deviation.Count) { return model.Honest(), &deviation.Count{} }

// wrongly returns the mutant with a name.
func wrongly(name string) maker {
	GinkgoHelper()
	m, ok := deviation.ByName(name)
	Expect(ok).To(BeTrue(), name)
	return m.New
}

// ways returns the differences after the first record, or the end, that shows
// any. It searches from the record at which the decision departed.
func ways(s spec.Stream, wrong maker) []shrink.Signature {
	sem, count := wrong()
	good, bad := model.New(s.Features, spec.Policies{}), model.NewWith(sem, s.Features, spec.Policies{})
	for i := range s.Events {
		good.Step(&s.Events[i])
		bad.Step(&s.Events[i])
		if count.Triggered == 0 || i+1 < len(s.Events) && s.Events[i+1].Record == s.Events[i].Record {
			continue
		}
		if found := differing(good, bad); len(found) > 0 {
			return found
		}
	}
	good.End(s.End)
	bad.End(s.End)
	if count.Triggered == 0 {
		return nil
	}
	return differing(good, bad)
}

var indices = regexp.MustCompile(`\[[^]]*\]`)

func differing(good, bad *model.State) []shrink.Signature {
	want, got := good.Transcript(), bad.Transcript()
	var all []shrink.Signature
	differences := spec.Compare{Observes: spec.AllParts()}.Transcripts(&want, &got)
	for i, d := range differences {
		for _, rule := range check.Rules(check.Base(&check.Evidence{Features: good.Features, Want: &want, Got: &got}, differences[i:i+1])) {
			s := shrink.Signature{Rule: rule, Kind: indices.ReplaceAllString(d.Path, "") + " " + string(d.Kind)}
			if !slices.Contains(all, s) {
				all = append(all, s)
			}
		}
	}
	return all
}

// errKilled stands for a crash of the process.
var errKilled = errors.New("killed")

// A desk is a keeper in memory that can crash at its nth operation.
type desk struct {
	files      map[string]string
	log        []byte
	checkpoint []byte
	left       int // until the end; 0 for never
	dead       bool
}

func newDesk() *desk { return &desk{files: map[string]string{}} }

// alive counts the operations. The last one before a crash is done in only half
// of the cases.
func (d *desk) alive() (do bool, err error) {
	if d.dead {
		return false, errKilled
	}
	if d.left > 0 {
		if d.left--; d.left == 0 {
			d.dead = true
			return len(d.files)%2 == 0, errKilled
		}
	}
	return true, nil
}

func (d *desk) Entry(name string, text []byte) error {
	do, err := d.alive()
	if do {
		d.files["corpus/"+name] = string(text)
	}
	return err
}

func (d *desk) Finding(name string, text []byte) error {
	do, err := d.alive()
	if do {
		d.files["findings/"+name] = string(text)
	}
	return err
}

func (d *desk) Stored(name string) ([]byte, error) {
	text, ok := d.files["findings/"+name]
	if !ok {
		return nil, errors.New("it is gone")
	}
	return []byte(text), nil
}

func (d *desk) Log(lines []byte) error {
	do, err := d.alive()
	if do {
		d.log = append(d.log, lines...)
	}
	return err
}

func (d *desk) Checkpoint(text []byte) error {
	do, err := d.alive()
	if do {
		d.checkpoint = slices.Clone(text)
	}
	return err
}

// revived returns what survives the crash, ready to resume.
func (d *desk) revived() *desk {
	return &desk{files: maps.Clone(d.files), log: slices.Clone(d.log), checkpoint: slices.Clone(d.checkpoint)}
}

func (d *desk) kept() campaign.Kept {
	return campaign.Kept{
		Checkpoint: d.checkpoint, Log: d.log,
		Entry: func(name string) ([]byte, error) {
			text, ok := d.files["corpus/"+name]
			if !ok {
				return nil, errors.New("it is gone")
			}
			return []byte(text), nil
		},
		Finding: d.Stored,
	}
}

// all returns everything that is kept, to compare campaigns.
func (d *desk) all() map[string]string {
	all := maps.Clone(d.files)
	all["log"], all["checkpoint"] = string(d.log), string(d.checkpoint)
	return all
}

// resumed resumes from a desk, or begins anew.
func resumed(d *desk, p campaign.Params, o campaign.Options) *campaign.Engine {
	GinkgoHelper()
	o.Store = d
	if len(d.checkpoint) == 0 {
		d.log = nil
		return campaign.New(p, o)
	}
	e, n, err := campaign.Resume(p, d.kept(), o)
	Expect(err).NotTo(HaveOccurred())
	d.log = d.log[:n]
	return e
}

// here does units in this process, one after the other, with one doer.
type here struct{ doer *campaign.Doer }

func inTurn(r campaign.Reader) here {
	return here{&campaign.Doer{Features: agentc.New().Features(""), Reader: r}}
}

func (h here) Do(ctx context.Context, _ int, units []*campaign.Unit, blobs campaign.Blobs) ([]*campaign.Result, error) {
	var all []*campaign.Result
	for _, u := range units {
		if h.doer.Reader.Know != nil {
			h.doer.Reader.Know(u.Known())
		}
		r, err := h.doer.Do(ctx, u, blobs)
		if err != nil {
			return nil, err
		}
		all = append(all, r)
	}
	return all, nil
}

// afar does units as machines would: each is sent as bytes to one of some doers, in any order,
// sometimes twice, sometimes to one that dies on it; what comes back is bytes.
type afar struct {
	doers []*campaign.Doer
	rng   *rand.Rand
	// lost and twice count the units that a doer died on and that were done again.
	lost, twice *int
}

func farAway(n int, seed uint64, r func() campaign.Reader) afar {
	a := afar{rng: rand.New(rand.NewPCG(seed, 0)), lost: new(int), twice: new(int)}
	for range n {
		a.doers = append(a.doers, &campaign.Doer{Features: agentc.New().Features(""), Reader: r()})
	}
	return a
}

func (a afar) Do(ctx context.Context, _ int, units []*campaign.Unit, blobs campaign.Blobs) ([]*campaign.Result, error) {
	store, sent := map[string][]byte{}, make([][]byte, len(units))
	for i, u := range units {
		sent[i] = u.Marshal()
		for _, hash := range u.Blobs() {
			text, err := blobs(hash)
			if err != nil {
				return nil, err
			}
			store[hash] = text
		}
	}
	fetch := func(hash string) ([]byte, error) {
		if text, ok := store[hash]; ok {
			return text, nil
		}
		return nil, errors.New("nobody put it there")
	}
	queue, back := a.rng.Perm(len(units)), make([]*campaign.Result, len(units))
	for len(queue) > 0 {
		i := queue[0]
		queue = queue[1:]
		text, err := a.one(ctx, sent[i], fetch)
		switch {
		case err != nil:
			return nil, err
		case text == nil:
			queue = append(queue, i)
			continue
		case a.rng.IntN(8) == 0:
			*a.twice++
			queue = append(queue, i)
		}
		if back[i], err = campaign.UnmarshalResult(text); err != nil {
			return nil, err
		}
	}
	return back, nil
}

// one has a unit done by any of the doers. It returns nil where the doer died.
func (a afar) one(ctx context.Context, sent []byte, blobs campaign.Blobs) ([]byte, error) {
	k := a.rng.IntN(len(a.doers))
	u, err := campaign.UnmarshalUnit(sent)
	if err != nil {
		return nil, err
	}
	d := a.doers[k]
	if d.Reader.Know != nil {
		d.Reader.Know(u.Known())
	}
	r, err := d.Do(ctx, u, blobs)
	if err != nil {
		return nil, err
	}
	if a.rng.IntN(8) == 0 { // it died before it could tell, and another took its place
		*a.lost++
		a.doers[k] = &campaign.Doer{Features: d.Features, Reader: d.Reader}
		return nil, nil
	}
	return r.Marshal(), nil
}

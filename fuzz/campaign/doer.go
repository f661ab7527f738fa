package campaign

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/quock-dev/quock/fuzz/perform"
	"github.com/quock-dev/quock/fuzz/relation"
	"github.com/quock-dev/quock/fuzz/shrink"
	"github.com/quock-dev/quock/spec"
)

// A Doer does units with a candidate, one after the other, and reuses its memory. Features
// and Reader must be set before the first unit.
type Doer struct {
	// Features are those of the campaign's dialect.
	Features spec.Features
	Reader   Reader
	// Map and Width are those of the reductions (shrink.Options). They may change
	// between units.
	Map   func(n int, do func(i int))
	Width int

	maker   *maker
	entries map[string]*perform.Token
	cover   snapshot
}

// mostEntries bounds the entries of the corpus that a Doer remembers.
const mostEntries = 4096

// Do does a unit. The Reader must know what the unit's Known says. Once ctx is done it
// returns its error. Another error means that the unit is none of this campaign, or that a
// text is missing or another one.
func (d *Doer) Do(ctx context.Context, u *Unit, blobs Blobs) (*Result, error) {
	if u.work.Dialect != d.Features.Dialect {
		return nil, fmt.Errorf("%w: a unit of dialect %s, not %s", ErrParameters, u.work.Dialect, d.Features.Dialect)
	}
	r, err := &Result{}, error(nil)
	switch w := &u.work; {
	case w.Try != nil:
		r.body.Tried, err = d.try(ctx, u, blobs)
	case w.Attribute != nil:
		r.body.Attributed, err = d.attribute(w.Attribute)
	case w.Reduce != nil:
		r.body.Reduced, err = d.reduce(ctx, w.Reduce)
	case w.Diagnose != nil:
		r.body.Diagnosis, err = d.diagnose(w.Diagnose, blobs)
	}
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	if err != nil {
		return nil, err
	}
	return r, nil
}

// try makes the cases of a unit and runs the candidate on each.
func (d *Doer) try(ctx context.Context, u *Unit, blobs Blobs) ([]tried, error) {
	if d.maker == nil {
		d.maker = &maker{features: d.Features}
	}
	have, err := d.covered(u, blobs)
	if err != nil {
		return nil, err
	}
	all := make([]tried, len(u.work.Try.Jobs))
	for i := range all {
		j := &u.work.Try.Jobs[i]
		from, err := d.entry(u, j.From, blobs)
		if err != nil {
			return nil, err
		}
		with, err := d.entry(u, j.With, blobs)
		if err != nil {
			return nil, err
		}
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		all[i] = d.one(d.maker.make(j, from, with), have)
	}
	return all, nil
}

func (d *Doer) one(c *perform.Case, have *Cover) tried {
	gain := d.maker.tracer.Read(&c.Stream, have)
	out := tried{
		Attempt: d.Reader.Try(c), Hash: relation.Hash(c.Stream), Records: c.Records(), Events: len(c.Stream.Events),
		Gain: Gain{slices.Clone(gain.Edges), slices.Clone(gain.Orders)},
	}
	if len(gain.Edges) > 0 || out.Attempt.Verdict != spec.Pass {
		t, _ := c.Token() // no error: the case was made from choices
		out.Token = t.String()
	}
	return out
}

// covered returns the coverage before the unit's round.
func (d *Doer) covered(u *Unit, blobs Blobs) (*Cover, error) {
	switch hash := u.work.Try.Cover; {
	case u.cover != nil:
		return u.cover.cover, nil
	case d.cover.cover == nil || d.cover.hash != hash:
		text, err := blobs.read(hash)
		if err != nil {
			return nil, fmt.Errorf("reading the coverage: %w", err)
		}
		c := NewCover()
		if err := c.read(text); err != nil {
			return nil, err
		}
		d.cover = snapshot{cover: c, hash: hash}
	}
	return d.cover.cover, nil
}

// entry returns the token of an entry of the corpus; nil for none.
func (d *Doer) entry(u *Unit, hash string, blobs Blobs) (*perform.Token, error) {
	if hash == "" || u.entries[hash] != nil {
		return u.entries[hash], nil
	}
	if t := d.entries[hash]; t != nil {
		return t, nil
	}
	text, err := blobs.read(hash)
	if err != nil {
		return nil, fmt.Errorf("reading a corpus entry: %w", err)
	}
	t, err := ReadEntry(text)
	if err != nil {
		return nil, err
	}
	if t.Dialect != d.Features.Dialect {
		return nil, fmt.Errorf("%w: its dialect is %s, not %s", ErrEntry, t.Dialect, d.Features.Dialect)
	}
	if d.entries == nil || len(d.entries) >= mostEntries {
		d.entries = map[string]*perform.Token{}
	}
	d.entries[hash] = &t
	return &t, nil
}

// again makes the case of a token.
func (d *Doer) again(token string) (*perform.Case, error) {
	t, err := perform.ParseToken(token)
	if err != nil {
		return nil, err
	}
	if t.Dialect != d.Features.Dialect {
		return nil, fmt.Errorf("%w: a case of dialect %s, not %s", ErrParameters, t.Dialect, d.Features.Dialect)
	}
	return t.Case(d.Features), nil
}

// attribute retries a case and finds what is to blame. It does not retry timeouts.
func (d *Doer) attribute(o *origin) (*attribution, error) {
	c, err := d.again(o.Token)
	if err != nil {
		return nil, err
	}
	whole := func(second *Attempt) (*attribution, error) {
		m, err := d.unreduced(c, o, second)
		return &attribution{Whole: m}, err
	}
	if o.First.Verdict == spec.Timeout {
		return whole(nil)
	}
	if second := d.Reader.flaky(c, &o.First); second != nil {
		return whole(second)
	}
	found, fails := d.Reader.Attribute(c)
	if !fails || found.Flaky {
		return whole(&Attempt{Verdict: spec.Pass})
	}
	s, ways := d.Reader.attributed(&found.Subject)
	if len(ways) == 0 { // no smaller subject fails
		return whole(nil)
	}
	return &attribution{Signatures: ways, Subject: subjectOf(&s)}, nil
}

// reduce makes a stream as small as possible while the candidate still fails on it with
// the signature.
func (d *Doer) reduce(ctx context.Context, w *reduceWork) (*reduced, error) {
	from := w.Subject.in(&d.Features)
	small := shrink.Reduce(&from, w.As, shrink.Options{
		Judge: d.Reader.Judge, Stop: func() bool { return ctx.Err() != nil }, Width: d.Width, Map: d.Map,
	})
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	out := &reduced{}
	for i := range small.Others {
		if o := &small.Others[i]; !d.Reader.aside(o.Signature) {
			out.Others = append(out.Others, other{o.Signature, subjectOf(&o.Subject)})
		}
	}
	small.Subject = d.Reader.exercised(&small.Subject)
	ways := d.Reader.ways(&small.Subject)
	if !slices.Contains(ways, w.As) {
		return d.wavered(&w.Origin)
	}
	f := &Finding{Signature: w.As, Held: w.As, Subject: small.Subject, Free: small.Free, Runs: small.Runs, Stopped: small.Stopped}
	d.Reader.diagnose(f, ways)
	f.Also = slices.DeleteFunc(ways, func(s shrink.Signature) bool { return s == f.Signature })
	m, err := d.file(f, &w.Origin)
	if errors.Is(err, ErrGone) {
		return d.wavered(&w.Origin)
	}
	if err != nil {
		return nil, err
	}
	out.Made = *m
	return out, nil
}

// wavered is the result of a reduction that ended in a stream on which the candidate does
// not fail.
func (d *Doer) wavered(o *origin) (*reduced, error) {
	c, err := d.again(o.Token)
	if err != nil {
		return nil, err
	}
	m, err := d.unreduced(c, o, &Attempt{Verdict: spec.Pass})
	if err != nil {
		return nil, err
	}
	return &reduced{Made: *m}, nil
}

// unreduced makes the finding of a case that cannot be reduced.
func (d *Doer) unreduced(c *perform.Case, o *origin, second *Attempt) (*made, error) {
	f := &Finding{Whole: true, First: &o.First, Second: second, Subject: shrink.Subject{Stream: c.Stream, Faults: c.Faults}}
	if len(o.First.Symptoms) > 0 {
		f.Signature = o.First.Symptoms[0]
	}
	return d.file(f, o)
}

// file writes a finding.
func (d *Doer) file(f *Finding, o *origin) (*made, error) {
	t, err := perform.ParseToken(o.Token)
	if err != nil {
		return nil, err
	}
	f.Case, f.Token, f.Events, f.Records = o.Case, t, o.Events, o.Records
	name, text, err := d.Reader.File(f)
	if err != nil {
		return nil, err
	}
	return &made{Text: text, Filed: Filed{
		Name: name, Sum: sumOf(text), Form: formOf(&f.Subject), Signature: f.Signature, Also: f.Also,
		Events: len(f.Subject.Stream.Events), Records: f.Subject.Stream.Records(), Case: f.Case, Met: 1,
		Flaky: f.Second != nil, Diagnosed: f.Diagnosed, Whole: f.Whole, Stopped: f.Stopped,
	}}, nil
}

// diagnose puts cases and findings to the reader.
func (d *Doer) diagnose(w *diagnoseWork, blobs Blobs) (*Grouping, error) {
	var cases []*perform.Case
	for _, token := range w.Tokens {
		c, err := d.again(token)
		if err != nil {
			return nil, err
		}
		cases = append(cases, c)
	}
	for _, hash := range w.Entries {
		t, err := d.entry(&Unit{}, hash, blobs)
		if err != nil {
			return nil, err
		}
		cases = append(cases, t.Case(d.Features))
	}
	var findings []FindingText
	for _, f := range w.Findings {
		text, err := blobs.read(f.Sum)
		if err != nil {
			return nil, fmt.Errorf("reading a finding: %w", err)
		}
		findings = append(findings, FindingText{f.Name, text})
	}
	if found := d.Reader.Diagnose(cases, findings); found != nil {
		return found, nil
	}
	return nil, ErrStopped
}

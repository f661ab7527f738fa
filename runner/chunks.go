package runner

import (
	"context"
	"fmt"
	"hash/fnv"
	"math/rand/v2"
	"slices"

	"github.com/quock-dev/quock/runner/report"
	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/probe"
	"github.com/quock-dev/quock/spec/wire"
)

// chunkRule says that it does not matter where the transport cuts the bytes.
const chunkRule = "wire/chunk-invariant"

// transported is the case as a transport brings it to a candidate that takes
// the raw stream: its bytes cut anew. Where they are cut hangs on the case alone.
func (c *Case) transported() *Case {
	seed := c.Seed
	if seed == 0 {
		h := fnv.New64a()
		h.Write([]byte(c.Name))
		seed = h.Sum64()
	}
	cut := *c
	cut.Cutting = max(seed, 1)
	return &cut
}

// whole is the case with one chunk a record.
func (c *Case) whole() *Case {
	whole := *c
	whole.Cutting = 0
	return &whole
}

// chunks are a case's bytes with where each record ends: behind how many of
// them, by record from 0.
type chunks struct {
	all  []probe.Chunk
	ends []int
}

// framed is the case's bytes in chunks. Its procedure:
//
//  1. Each record is one chunk.
//  2. Where the case is cut anew: in a quarter of the cases into single bytes,
//     else each record at none to three places, in a character perhaps.
//  3. In half of the others the last piece of a record and the first of the next
//     are one chunk, where no position between them is observed; in no dialect
//     whose readers have to name the record that they refuse.
func (j *judge) framed(c *Case) (*chunks, error) {
	out := &chunks{ends: []int{0}}
	rng := rand.New(rand.NewPCG(c.Cutting, uint64(len(c.Records))))
	single := c.Cutting != 0 && rng.IntN(4) == 0
	joins := c.Cutting != 0 && !single && rng.IntN(2) == 0 && !c.Stream.Features.RejectsAmbiguous
	for i, record := range c.Records {
		bytes, err := wire.Append(nil, j.formats.framing(c.Dialect), record)
		if err != nil {
			return nil, fmt.Errorf("framing record %d of %s: %w", i+1, c.Name, err)
		}
		pieces := []probe.Chunk{bytes}
		if c.Cutting != 0 {
			pieces = pieced(rng, bytes, single)
		}
		out.add(pieces, joins && i > 0 && !slices.Contains(c.Observe, i))
	}
	return out, nil
}

// pieced cuts bytes into single ones, or at none to three places.
func pieced(rng *rand.Rand, bytes []byte, single bool) []probe.Chunk {
	var pieces []probe.Chunk
	places := []int{len(bytes)}
	for n := rng.IntN(4); n > 0 && !single && len(bytes) > 0; n-- {
		places = append(places, 1+rng.IntN(len(bytes)))
	}
	for at := range bytes {
		if single {
			places = append(places, at+1)
		}
	}
	slices.Sort(places)
	from := 0
	for _, to := range slices.Compact(places) {
		pieces, from = append(pieces, bytes[from:to]), to
	}
	return pieces
}

// add adds a record's pieces, the first of them to the chunk before if joined.
func (c *chunks) add(pieces []probe.Chunk, joined bool) {
	if last := len(c.all) - 1; joined {
		c.all[last] = append(slices.Clone(c.all[last]), pieces[0]...)
		pieces = pieces[1:]
	}
	c.all = append(c.all, pieces...)
	c.ends = append(c.ends, len(c.all))
}

// behind are positions counted in chunks, of those counted in records.
func (c *chunks) behind(records []int) []int {
	if records == nil {
		return nil
	}
	at := make([]int, len(records))
	for i, record := range records {
		at[i] = c.ends[record]
	}
	return at
}

// record is the record that ends in a chunk, or goes on behind it.
func (c *chunks) record(chunk int) int {
	for record, end := range c.ends {
		if end >= chunk {
			return record
		}
	}
	return len(c.ends) - 1
}

// recut tries a failing case once more with one chunk a record. Where it passes
// so, where the bytes were cut is what it fails by; else how it fails whole is
// all that counts.
func (j *judge) recut(ctx context.Context, t *Trial) (*Trial, error) {
	if t.Case.Cutting == 0 || !t.Verdict.Blames() || t.Verdict == spec.Timeout {
		return t, nil
	}
	whole, err := j.try(ctx, t.Case.whole())
	if err != nil || whole.Verdict == spec.Pass {
		return t, err
	}
	return whole, nil
}

// cutFindings charges a trial that fails only because of where its bytes were
// cut.
func (t *Trial) cutFindings() []spec.Finding {
	f := spec.Finding{
		Rule: chunkRule, Verdict: t.Verdict, Case: t.Case.Name, Dialect: t.Case.Dialect, Seed: t.Case.Seed,
		Position: atEnd, Detail: "with one chunk a record the case passes",
	}
	if t.Detail != "" {
		f.Detail = t.Detail + "\n" + f.Detail
	}
	if at := t.first(); at >= 0 {
		f.Position, f.Differences = t.Sights[at].Position, t.Sights[at].Differences
	}
	return []spec.Finding{f}
}

// cutVerdict is what a case that was cut anew says of the rule about that, if
// it is not charged with it.
func (w *witness) cutVerdict(charged map[string]bool) []report.RuleVerdict {
	if w.trial.Case.Cutting == 0 || charged[chunkRule] {
		return nil
	}
	return []report.RuleVerdict{{Rule: chunkRule, Verdict: w.verdict(chunkRule)}}
}

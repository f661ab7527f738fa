package report

import (
	"cmp"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"

	"github.com/quock-dev/quock/spec"
)

// ErrMerge means that logs are not those of the shards of one run.
var ErrMerge = errors.New("these logs cannot be merged")

// Merge makes one log of the logs of a run's shards, in any order. If one of them is
// missing, the footer says so. If one was cut off, there is no footer. A single log of a
// whole run is returned as it is. The error is an ErrMerge; names are for it.
func Merge(names []string, logs []*Log) (*Log, error) {
	if len(logs) == 1 && logs[0].Header.Shard == "" {
		return logs[0], nil
	}
	byShard, shards := map[int]*Log{}, 0
	for i, l := range logs {
		if other := differs(&logs[0].Header, &l.Header); other != "" {
			return nil, fmt.Errorf("%w: %s and %s differ in %s", ErrMerge, names[0], names[i], other)
		}
		shard, of, err := ParseShard(l.Header.Shard)
		switch {
		case l.Header.Shard == "":
			return nil, fmt.Errorf("%w: %s is of no shard, but of a whole run", ErrMerge, names[i])
		case err != nil:
			return nil, fmt.Errorf("%w: %s: shard %w", ErrMerge, names[i], err)
		case shards != 0 && of != shards:
			return nil, fmt.Errorf("%w: %s is one of %d shards, and %s of %d", ErrMerge, names[0], shards, names[i], of)
		case byShard[shard] != nil:
			return nil, fmt.Errorf("%w: shard %s is given twice, the second time as %s", ErrMerge, l.Header.Shard, names[i])
		}
		byShard[shard], shards = l, of
	}
	return merged(byShard, shards), nil
}

// ParseShard reads "i/n", with i from 1 to n.
func ParseShard(text string) (shard, shards int, err error) {
	if n, err := fmt.Sscanf(text, "%d/%d", &shard, &shards); n != 2 || err != nil || fmt.Sprintf("%d/%d", shard, shards) != text || shard < 1 || shard > shards {
		return 0, 0, fmt.Errorf("%q is not i/n with i from 1 to n, such as 2/4", text)
	}
	return shard, shards, nil
}

// differs names what makes two headers those of two runs; "" for nothing.
func differs(a, b *Header) string {
	for _, same := range []struct {
		name string
		a, b any
	}{
		{"the candidate", asked(a.Candidate), asked(b.Candidate)}, {"the version of quock", a.Harness, b.Harness},
		{"the corpus", a.Corpus, b.Corpus}, {"the seed", a.Seed, b.Seed}, {"the level", a.Level, b.Level},
		{"the rules", a.Rules, b.Rules}, {"what they accept", a.Accepted, b.Accepted}, {"the dialects", a.Dialects, b.Dialects}, {"--time", a.Timed, b.Timed},
	} {
		if !reflect.DeepEqual(same.a, same.b) {
			return same.name
		}
	}
	return ""
}

// asked is a candidate without its command, which may be another one on each machine.
func asked(c Candidate) Candidate {
	c.Command = nil
	return c
}

func merged(byShard map[int]*Log, shards int) *Log {
	all, footer, missing, cut := &Log{}, &Footer{Verdicts: map[spec.Verdict]int{}}, []string(nil), false
	for i := 1; i <= shards; i++ {
		l := byShard[i]
		if l == nil {
			missing = append(missing, fmt.Sprintf("%d/%d", i, shards))
			continue
		}
		planned := all.Header.Cases + l.Header.Cases
		if all.Header.Log == 0 {
			all.Header = l.Header
		}
		all.Header.Cases, all.Header.Shard, all.Header.Shards = planned, "", shards
		all.Cases = append(all.Cases, l.Cases...)
		if l.Footer == nil {
			cut = true
		} else {
			footer.add(l.Footer)
		}
	}
	all.Sort()
	if len(missing) > 0 && footer.Stopped != Interrupted {
		footer.Stopped, footer.Detail = NoShard, "no log of shard "+strings.Join(missing, ", ")
	}
	if !cut {
		all.Footer = footer
	}
	return all
}

// stops orders the reasons of Stopped: the first that one of several logs has counts.
var stops = []string{Interrupted, Restarts, NoShard, OutOfTime, ""}

// add adds what another shard's footer counts.
func (f *Footer) add(other *Footer) {
	f.Cases += other.Cases
	for v, n := range other.Verdicts {
		f.Verdicts[v] += n
	}
	for name, by := range other.Relations {
		for v, n := range by {
			f.pairs(name, v, n)
		}
	}
	f.Unwritten, f.Unsaved = cmp.Or(f.Unwritten, other.Unwritten), f.Unsaved+other.Unsaved
	if slices.Index(stops, other.Stopped) < slices.Index(stops, f.Stopped) {
		f.Stopped, f.Detail = other.Stopped, other.Detail
	}
	if other.Diagnosis != nil {
		if f.Diagnosis == nil {
			f.Diagnosis = &Diagnosis{}
		}
		f.Diagnosis.add(other.Diagnosis)
	}
}

// add adds what another shard's diagnosis says. Shards are diagnosed one by one, so
// that a deviation has all its cases, but not all that the whole run would have shown.
func (d *Diagnosis) add(other *Diagnosis) {
	d.Of, d.Failing, d.Explained = d.Of+other.Of, d.Failing+other.Failing, d.Explained+other.Explained
	d.Wavering += other.Wavering
	d.KeptOut, d.Predicted, d.Limited = d.KeptOut+other.KeptOut, d.Predicted+other.Predicted, d.Limited || other.Limited
	for _, o := range other.Deviations {
		at := slices.IndexFunc(d.Deviations, func(own Diagnosed) bool { return own.Name == o.Name })
		if at < 0 {
			d.Deviations = append(d.Deviations, o)
			continue
		}
		own := &d.Deviations[at]
		own.Cases, own.Partly, own.Attributed = own.Cases+o.Cases, own.Partly && o.Partly, own.Attributed || o.Attributed
		own.Equals = slices.DeleteFunc(slices.Clone(own.Equals), func(name string) bool { return !slices.Contains(o.Equals, name) })
	}
	for _, o := range other.Clusters {
		at := slices.IndexFunc(d.Clusters, func(own Unexplained) bool {
			return own.Part == o.Part && len(own.Decisions) > 0 && len(o.Decisions) > 0 && own.Decisions[0] == o.Decisions[0]
		})
		if at < 0 {
			d.Clusters = append(d.Clusters, o)
			continue
		}
		own := &d.Clusters[at]
		own.Cases, own.Departs, own.Taken = own.Cases+o.Cases, own.Departs+o.Departs, own.Taken+o.Taken
	}
	slices.SortStableFunc(d.Deviations, func(a, b Diagnosed) int { return b.Cases - a.Cases })
	slices.SortStableFunc(d.Clusters, func(a, b Unexplained) int { return b.Cases - a.Cases })
}

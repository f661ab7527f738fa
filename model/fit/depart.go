package fit

import (
	"slices"

	"github.com/quock-dev/quock/model/deviation"
	"github.com/quock-dev/quock/spec"
)

// A Departure says that the reference with a deviation reads a stream otherwise
// than the reference alone.
type Departure struct {
	deviation.Deviation
	// Same are deviations that answered the same wherever they were compared.
	Same []deviation.Deviation
	// From is the last position at which the answers were compared and equal, 0
	// for the begin, and At the first one at which they differed.
	From, At int
	// Final has what differs at the last position, want being the reference's
	// answer; nothing if the answers are equal again there.
	Final []spec.Difference
}

// Departures are all departures of one stream.
type Departures struct {
	// Found has them in the order of the registry.
	Found []Departure
	// Tried counts the deviations that could depart, Compared the positions at
	// which answers were compared.
	Tried, Compared int
}

// Depart finds the deviations with which the reference reads a stream
// otherwise. Of a short stream it compares the answers after each record, of a
// long one at some records, evenly chosen, and at the end: as many as
// Options.Steps allows. A deviation whose decision the stream never asks for is
// not read at all.
func Depart(s *spec.Stream, p spec.Policies, o Options) Departures {
	d := departer{stream: s, policies: p}
	d.choose(o)
	d.honest, d.asked = d.reference()
	all := o.From
	if all == nil {
		all = deviation.All()
	}
	out := Departures{Compared: len(d.at)}
	seen := map[uint64]int{}
	for _, one := range all {
		if !one.Fits() {
			continue
		}
		out.Tried++
		way, found, departs := d.read(one)
		if !departs {
			continue
		}
		if i, again := seen[way]; again {
			out.Found[i].Same = append(out.Found[i].Same, one)
			continue
		}
		seen[way] = len(out.Found)
		out.Found = append(out.Found, found)
	}
	return out
}

// A departer reads one stream with one deviation after the other.
type departer struct {
	stream   *spec.Stream
	policies spec.Policies
	// at are the positions to compare, honest the reference's answers there by
	// their fingerprints, and last its whole answer at the last one.
	at     []int
	honest []uint64
	last   spec.Transcript
	asked  deviation.Decisions
}

// renders is how many events take about as long as one transcript of a stream
// of that many events: a tenth of them.
const renders = 30

// choose chooses the positions.
func (d *departer) choose(o Options) {
	const fewest = 16
	records := recordsOf(d.stream)
	n := len(d.stream.Events) + 1
	most := max(fewest, renders*(o.steps()-n*len(deviation.All()))/(n*len(deviation.All())))
	if len(records) <= most {
		d.at = append(records, spec.AtEnd)
		return
	}
	for i := range most {
		d.at = append(d.at, records[(i+1)*len(records)/(most+1)])
	}
	d.at = append(slices.Compact(d.at), spec.AtEnd)
}

// recordsOf returns the numbers of the records with events, ascending.
func recordsOf(s *spec.Stream) (all []int) {
	for i := range s.Events {
		if r := s.Events[i].Record; len(all) == 0 || all[len(all)-1] != r {
			all = append(all, r)
		}
	}
	return all
}

// reference returns what the reference answers, and what it asks.
func (d *departer) reference() (prints []uint64, asked deviation.Decisions) {
	c := deviation.Compose()
	c.Watch(asked.Add)
	pass := c.Read(d.stream, d.policies)
	for _, t := range Answers(pass, d.at, never) {
		d.last = *t
		prints = append(prints, printOf(t))
	}
	return prints, asked
}

// read reads the stream with a deviation. way is equal for two deviations that
// answer the same; departs is false if the reference answers the same, too.
func (d *departer) read(one deviation.Deviation) (way uint64, found Departure, departs bool) {
	changed := one.Decisions()
	if !changed.Empty() && !d.asked.Meets(changed) {
		return 0, found, false
	}
	found.Deviation = one
	c, n := deviation.Compose(), deviation.Count{}
	c.Add(one, &n)
	pass := c.Read(d.stream, d.policies)
	for i, t := range Answers(pass, d.at, func() bool { return one.Counts() && n.Triggered == 0 }) {
		if t == nil {
			way = mix(way, d.honest[i])
			continue
		}
		print := printOf(t)
		way = mix(way, print)
		switch {
		case print == d.honest[i]:
			if !departs {
				found.From = d.at[i]
			}
			continue
		case i == len(d.at)-1:
			found.Final = spec.Compare{Observes: spec.AllParts()}.Transcripts(&d.last, t)
			if len(found.Final) == 0 {
				continue // they differ in what a comparison ignores
			}
		}
		if !departs {
			departs, found.At = true, d.at[i]
		}
	}
	return way, found, departs
}

// Locate narrows where a departure begins: From and At become neighbours. It
// returns what differs at At; nothing if a comparison is lenient wherever the
// answers differ.
func Locate(s *spec.Stream, p spec.Policies, d *Departure) []spec.Difference {
	var n deviation.Count
	with := deviation.Compose()
	with.Add(d.Deviation, &n)
	honest, other := deviation.Compose().Read(s, p), with.Read(s, p)
	for _, at := range append(recordsOf(s), spec.AtEnd) {
		if at != spec.AtEnd && at <= d.From {
			continue
		}
		other.To(at)
		if !d.Counts() || n.Triggered > 0 {
			honest.To(at)
			if found := differences(honest, other); len(found) > 0 {
				d.At = at
				return found
			}
		}
		d.From = at
	}
	return nil
}

// differences compares two answers.
func differences(honest, other *deviation.Readthrough) []spec.Difference {
	want, got := honest.Transcript(), other.Transcript()
	if printOf(&want) == printOf(&got) {
		return nil
	}
	return spec.Compare{Observes: spec.AllParts()}.Transcripts(&want, &got)
}

func printOf(t *spec.Transcript) uint64 {
	print, _ := fingerprint(t, spec.AllParts())
	return print
}

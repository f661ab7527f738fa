package runner

import (
	"bytes"
	"fmt"
	"slices"

	"github.com/quock-dev/quock/fuzz/damage"
	"github.com/quock-dev/quock/fuzz/perform"
	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/probe"
	"github.com/quock-dev/quock/spec/wire"
	"github.com/quock-dev/quock/spec/words"
)

// Cases of level hostile. The model alone gives the expectation of a damaged stream,
// since no construction exists for it. A candidate may refuse the stream where it is
// damaged, if a fault excuses that. Everything else is judged as for any generated
// case, and the faults' rules are charged.

// encoded is a performed case as records. Those of a damaged one are told each in
// its context and only then lost, repeated and moved: what a record means may
// depend on those before it, and its bytes do not.
func encoded(codec wire.Codec, variant string, p *perform.Case) ([][]byte, error) {
	if len(p.Edits) == 0 {
		return wire.EncodeStream(codec, variant, p.Stream)
	}
	told := damage.Render(p.Undamaged(), p.Edits)
	all, err := wire.EncodeStream(codec, variant, told.Stream)
	if err != nil {
		return nil, err
	}
	order := told.Order[:min(len(told.Order), p.Records())] // it may have been cut
	records := make([][]byte, len(order))
	for i, n := range order {
		records[i] = all[n-1]
	}
	return records, nil
}

// sayable is the case without the edits that the codec cannot write: each is kept
// that can be written together with those kept before it.
func sayable(codec wire.Codec, variant string, p *perform.Case) *perform.Case {
	if len(p.Edits) == 0 {
		return p
	}
	if _, err := encoded(codec, variant, p); err == nil {
		return p
	}
	all := editIDs(p.Edits)
	var away []int
	for i, id := range all {
		if _, err := encoded(codec, variant, p.Without(append(slices.Clone(away), all[i+1:]...)...)); err != nil {
			away = append(away, id)
		}
	}
	return p.Without(away...)
}

func editIDs(edits damage.Edits) []int {
	ids := make([]int, len(edits))
	for i := range edits {
		ids[i] = edits[i].ID
	}
	return ids
}

// onlyRenamed is the case with no damage but other names: what an adapter is asked
// for, whose output has to obey its dialect whatever its input does.
func onlyRenamed(p *perform.Case) *perform.Case {
	harmless := editIDs(p.Edits.Harmless())
	away := slices.DeleteFunc(editIDs(p.Edits), func(id int) bool { return slices.Contains(harmless, id) })
	if len(away) == 0 {
		return p
	}
	return p.Without(away...)
}

// hostile returns a generated case in the form that this plan's candidates can get.
func (p *Plan) hostile(f format, drawn *perform.Case) *perform.Case {
	if p.Adapts != nil {
		drawn = onlyRenamed(drawn)
	}
	return sayable(f.codec, f.variant, drawn)
}

// damaged reports whether the case was damaged after it was told.
func (c *Case) damaged() bool { return c.Performed != nil && len(c.Performed.Edits) > 0 }

// excused reports whether a candidate may refuse the record: an edit gives it the
// reason, and the record is not one of those before the first that the damage
// changes.
func (t *Trial) excused(r *probe.Rejected) bool {
	c := t.Case
	return c.damaged() && slices.Contains(c.Performed.Edits.Excuses(), string(r.Reason)) && r.At > c.intact()
}

// intact is the number of records before the first that is not as in the stream
// that only what excuses nothing was done to; 0 where that cannot be told.
func (c *Case) intact() int {
	codec, variant, err := formats{}.lookup(c.Dialect)
	if err != nil {
		return 0
	}
	whole, err := wire.EncodeStream(codec, variant, damage.Apply(c.Performed.Undamaged(), c.Performed.Edits.Binding()))
	if err != nil {
		return 0
	}
	n := 0
	for n < min(len(whole), len(c.Records)) && bytes.Equal(whole[n], c.Records[n]) {
		n++
	}
	return n
}

// mostMessage is the most characters kept of a candidate's message.
const mostMessage = 2000

// refusal describes a refusal that is not allowed.
func (t *Trial) refusal(r *probe.Rejected) string {
	what := "of a stream that is not hostile"
	if t.Case.damaged() {
		what = "which nothing that was done to the stream excuses"
	}
	text := fmt.Sprintf("it refused record %d %s: %s", r.At, what, r.Reason)
	if r.At > len(t.Case.Records) {
		text = fmt.Sprintf("it refused, at the end of input, what it had read %s: %s", what, r.Reason)
	}
	if r.Message != "" {
		text += ": " + words.Clip(r.Message, mostMessage)
	}
	return text
}

// bystanders returns the unaffected sessions, which no damage touches, as the candidate
// sees them: it compares the records with the damage and without. It is empty for a
// case that is not damaged.
func (c *Case) bystanders() ([]string, error) {
	if !c.damaged() {
		return nil, nil
	}
	codec, variant, err := formats{}.lookup(c.Dialect)
	if err != nil {
		return nil, err
	}
	whole, err := undamaged(codec, variant, c)
	if err != nil {
		return nil, err
	}
	return damage.Unaffected(whole, &c.Stream), nil
}

// undamaged is what the records say without damage, under the damaged stream's
// names.
func undamaged(codec wire.Codec, variant string, c *Case) (*spec.Stream, error) {
	named := damage.Apply(c.Performed.Undamaged(), c.Performed.Edits.Harmless())
	records, err := wire.EncodeStream(codec, variant, named)
	if err != nil {
		return nil, fmt.Errorf("encoding %s without its damage: %w", c.Name, err)
	}
	stream, _ := wire.DecodeRecords(codec, variant, records)
	stream.End, stream.Forms = named.End, named.Forms
	return &stream, nil
}

// nonInterference is charged if damage to some sessions changes others.
const nonInterference = "session/non-interference"

// harms reports whether all differences of an observation are in sessions that the
// damage, without which nothing would, does not touch.
func (t *Trial) harms(at int, observes spec.Parts) bool {
	if !t.Case.damaged() || !observable(nonInterference, observes) {
		return false
	}
	ids, err := t.Case.bystanders()
	if err != nil || len(ids) == 0 {
		return false
	}
	theirs := spec.PartsOf(spec.ObserveSessions, spec.ObserveTurns, spec.ObserveMessages, spec.ObserveCalls)
	for _, d := range t.Observed[at].Differences {
		if !theirs.Has(d.Part) || !slices.Contains(ids, d.Session) {
			return false
		}
	}
	return true
}

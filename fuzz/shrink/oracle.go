package shrink

import "slices"

// A verdict is what the judge said of a candidate.
type verdict struct {
	signatures []Signature
	counted    bool // the sequential reduction asked for it
}

// A trial is a candidate on its way to the judge, in memory that the next one
// takes over.
type trial struct {
	draft   draft
	subject Subject
	sum     sum
	verdict *verdict
	index   int // of the candidate in its pass
}

// write fills the trial in.
func (r *reducer) write(t *trial) {
	r.render(&t.draft, &t.subject)
	t.sum, r.bytes = summed(r.bytes, &t.subject, r.options.Records)
	t.verdict = r.known[t.sum]
}

// judge asks for the verdicts that are not known, at once where that is
// possible.
func (r *reducer) judge(trials []*trial) {
	var asked []*trial
	for _, t := range trials {
		if t.verdict == nil {
			t.verdict = r.known[t.sum]
		}
		if t.verdict == nil {
			t.verdict = &verdict{}
			r.known[t.sum] = t.verdict
			asked = append(asked, t)
		}
	}
	do := func(i int) { asked[i].verdict.signatures = r.options.Judge(&asked[i].subject) }
	if r.options.Map != nil && len(asked) > 1 {
		r.options.Map(len(asked), do)
		return
	}
	for i := range asked {
		do(i)
	}
}

// allowed reports whether there is a run left, and takes it.
func (r *reducer) allowed() bool {
	if r.stopped || r.runs >= r.options.Runs || r.options.Stop != nil && r.options.Stop() {
		r.stopped = true
		return false
	}
	r.runs++
	return true
}

// first tries the candidates from 0 to n-1 in turn and returns the first that
// fails as is asked, which is the present draft then; -1 for none. fill writes
// the nodes of one, or says that there is none.
func (r *reducer) first(n int, fill func(i int, d *draft) bool) int {
	return r.firstOf(upTo(n), fill)
}

// probably is first where the first candidate is likely to fail as is asked.
func (r *reducer) probably(n int, fill func(i int, d *draft) bool) int {
	r.likely = true
	return r.first(n, fill)
}

// firstOf is first of as many candidates as there are: more is asked about each
// in turn.
func (r *reducer) firstOf(more func(i int) bool, fill func(i int, d *draft) bool) int {
	found := -1
	r.walk(more, fill, func(t *trial) bool {
		r.now, t.draft = t.draft, r.now
		found = t.index
		return false
	})
	return found
}

func upTo(n int) func(i int) bool { return func(i int) bool { return i < n } }

// walk shows the candidates that fail as is asked, in turn, until told not to go
// on. What is judged ahead counts only once its turn comes.
func (r *reducer) walk(more func(i int) bool, fill func(i int, d *draft) bool, fails func(t *trial) bool) {
	defer func() { r.likely = false }()
	for from := 0; more(from) && !r.stopped; r.likely = false {
		var batch []*trial
		batch, from = r.batch(from, more, fill)
		for i, t := range batch {
			if !r.count(batch[i:]) || r.holds(t.verdict) && !fails(t) {
				return
			}
		}
	}
}

// count makes sure that the first of some trials is judged and counted; false if
// there is no run left for it.
func (r *reducer) count(trials []*trial) bool {
	t := trials[0]
	if r.scout != nil {
		r.meets(t)
		return true
	}
	if t.verdict != nil && t.verdict.counted {
		return true
	}
	if !r.allowed() {
		return false
	}
	if t.verdict == nil {
		r.judge(r.guessed(trials))
	}
	t.verdict.counted = true
	r.note(t)
	return true
}

// guessed are trials with what may come after them, as long as more can be
// judged at once. That it is wrong at times costs a run that nobody waits for.
func (r *reducer) guessed(trials []*trial) []*trial {
	trials = slices.Clip(trials)
	for _, guess := range r.guesses {
		if unknown(trials) >= r.width() {
			break
		}
		t := &trial{draft: draft{end: r.now.end}}
		if guess(&t.draft) {
			r.write(t)
			trials = append(trials, t)
		}
	}
	from := &r.now
	if r.likely {
		from = &trials[0].draft
	}
	return append(trials, r.ahead(r.width()-unknown(trials), from, trials)...)
}

// unknown is how many subjects nobody has judged are among trials.
func unknown(trials []*trial) int {
	n := 0
	for i, t := range trials {
		if t.verdict == nil && !met(trials[:i], t) {
			n++
		}
	}
	return n
}

// met reports whether one of some trials is of a trial's subject.
func met(trials []*trial, t *trial) bool {
	return slices.ContainsFunc(trials, func(m *trial) bool { return m.sum == t.sum })
}

// width is how many candidates can be judged at once, and are allowed to.
func (r *reducer) width() int { return max(1, min(r.options.Width, r.options.Runs-r.runs)) }

// batch makes the next candidates, as many as can be judged at once, and says
// where the next batch begins. What is known not to fail is left out.
func (r *reducer) batch(from int, more func(i int) bool, fill func(i int, d *draft) bool) ([]*trial, int) {
	width, unknown := r.width(), 0
	if r.likely {
		width = 1 // what comes if it fails will not be asked for
	}
	batch := r.trials[:0]
	for ; unknown < width && more(from); from++ {
		if r.scout != nil && !r.scout.goes() {
			r.stopped = true
			break
		}
		t := r.spare(len(batch))
		batch = r.trials[:len(batch)]
		if t.index = from; !fill(from, &t.draft) {
			continue
		}
		r.write(t)
		switch {
		case t.verdict == nil:
			if !met(batch, t) {
				unknown++
			}
		case t.verdict.counted && !r.holds(t.verdict):
			continue
		}
		batch = r.trials[:len(batch)+1]
		if t.verdict != nil && r.holds(t.verdict) {
			return batch, from + 1
		}
	}
	return batch, from
}

// spare is the trial of a number, whose memory is free.
func (r *reducer) spare(i int) *trial {
	for len(r.trials) <= i {
		r.trials = append(r.trials, &trial{})
	}
	t := r.trials[i]
	t.draft.nodes, t.draft.dangers, t.draft.end = t.draft.nodes[:0], nil, r.now.end
	return t
}

func (r *reducer) holds(v *verdict) bool { return slices.Contains(v.signatures, r.hold) }

// note keeps what else the judge said.
func (r *reducer) note(t *trial) {
	for _, s := range t.verdict.signatures {
		if s == r.hold {
			continue
		}
		i := slices.IndexFunc(r.others, func(o Other) bool { return o.Signature == s })
		if i < 0 {
			r.others = append(r.others, Other{s, t.subject.clone()})
		} else if measured(&t.subject).less(measured(&r.others[i].Subject)) {
			r.others[i].Subject = t.subject.clone()
		}
	}
}

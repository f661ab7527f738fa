package lanes

// screen is the most lines that wait for a run before them.
const screen = 48

// begins appends a new item to those that wait.
func (d *Drawing) begins(i *item) *item {
	i.begin, i.end = d.line, d.line
	i.rests = i.from != nil && len(i.from.session.Turns) > 0 && !i.from.busy()
	if d.muted || i.from != nil && !d.selected(i.from.session.ID) {
		return i // it is not drawn
	}
	if i.from != nil && i.from.crowded {
		return d.crowd(i)
	}
	d.becomes(begun)
	d.closeEdges()
	d.pending = append(d.pending, i)
	if i.run != single {
		if _, cut := d.cut[i.key]; cut && (i.run == saying || i.run == calling || i.run == progress) {
			i.goesOn = true
		}
		d.runs[i.key] = i
	}
	return i
}

// closeEdges ends the line of edges when something else follows it.
func (d *Drawing) closeEdges() {
	if n := len(d.pending); n > 0 && d.pending[n-1].run == edges {
		d.over(d.pending[n-1])
	}
}

// joins returns the open run of a key, or begins one.
func (d *Drawing) joins(v *drawnSession, k key) *item {
	if v != nil {
		k.session = v.session.ID
	}
	if i := d.runs[k]; i != nil {
		i.reaches(d.line)
		d.becomes(folded)
		return i
	}
	return d.begins(&item{key: k, from: v})
}

// single begins a line that nothing joins.
func (d *Drawing) single(v *drawnSession, m Mood, words ...string) *item {
	return d.begins(&item{from: v, mood: m, words: words, done: true})
}

func (i *item) reaches(line int) { i.end = max(i.end, line) }

// finish ends the runs of a session that which says.
func (d *Drawing) finish(v *drawnSession, which func(*item) bool) {
	for _, i := range d.pending {
		if !i.done && (v == nil || i.from == v) && which(i) {
			i.done = true
			delete(d.runs, i.key)
		}
	}
}

func every(*item) bool { return true }

// crowd counts an event of a session of the crowd.
func (d *Drawing) crowd(i *item) *item {
	k := key{run: crowd}
	c := d.runs[k]
	if c == nil {
		c = &item{key: k, begin: d.line, end: d.line, mood: Aside}
		d.runs[k] = c
		d.closeEdges()
		d.pending = append(d.pending, c)
		d.becomes(begun)
	} else {
		c.reaches(d.line)
		d.becomes(folded)
	}
	c.tally.add(i.noun())
	return i
}

// flush draws items that wait for nothing, and items that have waited for too many
// lines.
func (d *Drawing) flush(most int) {
	n := 0
	for n < len(d.pending) && (d.pending[n].done || len(d.pending)-n > most) {
		i := d.pending[n]
		if !i.done {
			delete(d.runs, i.key)
			d.remember(i.key)
		}
		d.draw(i)
		n++
	}
	if n > 0 {
		d.pending = append(d.pending[:0], d.pending[n:]...)
	}
}

// remember notes that a run was drawn before its end. It keeps only the latest ones:
// forgetting one only costs the words "goes on".
func (d *Drawing) remember(k key) {
	if len(d.cut) >= 4096 {
		clear(d.cut)
	}
	d.cut[k] = struct{}{}
}

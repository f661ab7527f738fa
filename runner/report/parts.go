package report

import "io"

// Groups collects the findings of a log as Groups does, the known ones behind the others.
func (l *Log) Groups() []Group { return groupsOf(l.Cases, l.Known) }

// Rules summarises the rules of a log, in order of ids.
func (l *Log) Rules() []RuleSummary { return rulesOf(l.Cases, l.Known) }

// Diagnosis writes the diagnosis alone; nothing if there is none.
func (t Text) Diagnosis(to io.Writer, l *Log) error {
	w := &printer{to: to}
	t.diagnosis(w, l)
	return w.err
}

// Finding writes the findings of one group alone.
func (t Text) Finding(to io.Writer, l *Log, g Group) error {
	w := &printer{to: to}
	t.group(w, l, g)
	return w.err
}

// Heading returns a group's verdict and what it is of, in a line.
func (g *Group) Heading() string {
	of := g.Best.Rule
	switch {
	case g.Best.Habit != "":
		of = g.Best.Habit
	case of == "":
		of = "no rule"
	}
	return g.heading() + " " + line(of)
}

package report

import "io"

// Groups collects the findings of the log's cases; the known ones come last.
func (l *Log) Groups() []Group { return groupsOf(l.Cases, l.Known) }

// Rules summarises the log's cases by rule.
func (l *Log) Rules() []RuleSummary { return rulesOf(l.Cases, l.Known) }

// Finding writes the findings of a group as Write does.
func (t Text) Finding(to io.Writer, l *Log, g Group) error {
	w := &printer{to: to}
	t.group(w, l, g)
	return w.err
}

// Diagnosis writes the diagnosis of a log as Write does: nothing if there is none.
func (t Text) Diagnosis(to io.Writer, l *Log) error {
	w := &printer{to: to}
	t.diagnosis(w, l)
	return w.err
}

// Tail writes what stands below the findings as Write does: flaky cases, failures of
// quock itself, and how the run ended early; nothing if there is none of that.
func (t Text) Tail(to io.Writer, l *Log) error {
	w := &printer{to: to}
	t.tail(w, l)
	return w.err
}

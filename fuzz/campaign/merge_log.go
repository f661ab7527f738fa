package campaign

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"slices"
)

// logMerger merges several logs in the order of their cases.
type logMerger struct{ sections []section }

// A section is the line of a batch with the findings that follow it.
type section struct {
	from uint64
	text []byte
}

// add adds a log without its footer.
func (m *logMerger) add(log []byte) error {
	first := true
	for line := range bytes.Lines(log) {
		var l struct {
			Campaign int             `json:"campaign"`
			Batch    int             `json:"batch"`
			From     uint64          `json:"from"`
			Finding  json.RawMessage `json:"finding"`
		}
		err := json.Unmarshal(line, &l)
		switch {
		case err != nil || first != (l.Campaign == Version):
			return fmt.Errorf("%w: its log has an invalid line: %.40q", ErrChanged, line)
		case l.Batch > 0:
			m.sections = append(m.sections, section{l.From, slices.Clone(line)})
		case !first && len(m.sections) > 0 && l.Finding != nil:
			last := &m.sections[len(m.sections)-1]
			last.text = append(last.text, line...)
		}
		first = false
	}
	return nil
}

// text returns the merged log.
func (m *logMerger) text(p Params) ([]byte, error) {
	slices.SortFunc(m.sections, func(a, b section) int { return cmp.Compare(a.from, b.from) })
	text, err := lines(&headerLine{Version, p})
	for _, s := range m.sections {
		text = append(text, s.text...)
	}
	return text, err
}

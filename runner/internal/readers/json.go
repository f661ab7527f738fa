package readers

import (
	"github.com/quock-dev/quock/model/deviation"
	"github.com/quock-dev/quock/spec"
)

// ReadingsJSON is what Print prints, as data. Records and lines count from 1.
type ReadingsJSON struct {
	// Deviations read the stream otherwise, of Tried, in so many Ways; Ordinary of these
	// ways an ordinary stream shows, too.
	Deviations int `json:"deviations"`
	Tried      int `json:"tried"`
	Ordinary   int `json:"ordinary"`
	// Records and Events were read; Cut means that the stream has more. Transcripts were
	// compared at the end and after Compared of the Meaning records that have events.
	Records  int  `json:"records"`
	Events   int  `json:"events"`
	Cut      bool `json:"cut,omitempty"`
	Compared int  `json:"compared"`
	Meaning  int  `json:"meaning"`
	// Ways are in the order of the text. More are not listed.
	Ways []WayJSON `json:"ways"`
	More int       `json:"more,omitempty"`
}

// WayJSON is one way to read the stream otherwise.
type WayJSON struct {
	// Known are the mistakes that read so, the best known one first.
	Known []MistakeJSON `json:"known"`
	// Record and Line are where the transcripts differ first; neither means at the end of
	// input. Event says what the stream says there, Text is the beginning of the record.
	Record int    `json:"record,omitempty"`
	Line   int    `json:"line,omitempty"`
	Event  string `json:"event"`
	Text   string `json:"text,omitempty"`
	// Differences are what a user sees otherwise, the worst first. If that is not so at
	// the end, Later is what a user sees there; Passes means that it is right again.
	Differences []Seen `json:"differences"`
	Later       []Seen `json:"later,omitempty"`
	Passes      bool   `json:"passes,omitempty"`
	Ordinary    bool   `json:"ordinary,omitempty"`
}

// MistakeJSON is a known mistake.
type MistakeJSON struct {
	Name     string `json:"name"`
	Sentence string `json:"sentence"`
	// Rules are those that it breaks; Choice is what would allow it, if declared.
	Rules  []string `json:"rules,omitempty"`
	Choice string   `json:"choice,omitempty"`
	// Public are public bugs of that kind.
	Public []string `json:"public,omitempty"`
}

// JSON returns what Print prints: some ways, or all of them.
func (r *Readings) JSON(all bool, bug func(id string) string) ReadingsJSON {
	shown := len(r.Ways)
	if !all {
		shown = min(shown, inFull+inLine)
	}
	out := ReadingsJSON{
		Deviations: r.Deviations, Tried: r.Tried, Ordinary: r.ordinary(), Records: r.Records, Events: r.Events, Cut: r.Cut,
		Compared: r.Compared, Meaning: r.Meaning, Ways: []WayJSON{}, More: len(r.Ways) - shown,
	}
	for i := range r.Ways[:shown] {
		w := &r.Ways[i]
		way := WayJSON{
			Record: w.Record, Line: w.Line, Event: w.Event, Text: w.Text,
			Differences: w.Differences, Later: w.Later, Passes: w.Passes, Ordinary: w.Ordinary,
		}
		if w.Record == spec.AtEnd {
			way.Record = 0
		}
		for j := range w.Known {
			way.Known = append(way.Known, mistake(&w.Known[j], bug))
		}
		out.Ways = append(out.Ways, way)
	}
	return out
}

func mistake(d *deviation.Deviation, bug func(id string) string) MistakeJSON {
	m := MistakeJSON{Name: d.Name, Sentence: d.Sentence, Rules: d.Rules, Choice: d.Choice}
	for _, id := range d.Bugs {
		m.Public = append(m.Public, bug(id))
	}
	return m
}

package lanes

import (
	"fmt"

	"github.com/quock-dev/quock/model/check/produce"
	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/follow"
	"github.com/quock-dev/quock/spec/wire"
)

// event applies an event to the model and draws what the model did.
func (d *Drawing) event(e *spec.Event) {
	known := d.state.Session(e.Session) != nil
	var before shape
	if e.Kind == spec.History {
		before = d.shape(e.Session)
	}
	d.now = seen{}
	calls := d.calls(e.Session)
	d.state.Step(e)
	var v *drawnSession
	switch {
	case !e.Global:
		v = d.sessionOf(e.Session, known)
	case follow.EndsAll(&d.state.Features, e):
		d.recount()
	}
	if v != nil {
		d.follow(v)
	}
	if ss := d.state.Session(e.Session); d.now.call == nil && ss != nil && len(ss.Calls) > calls && calls >= 0 {
		d.now.call = ss.Calls[len(ss.Calls)-1]
	}
	switch {
	case v != nil && !d.selected(e.Session):
		d.called(v, d.now.call)
		d.reports = len(d.state.Anomalies(0))
		return
	case d.now.replayed:
		d.becomes(silent)
	default:
		d.drawEvent(v, e, before)
	}
	if v != nil {
		v.shown = true
		d.drawLink()
	}
	d.report()
}

// calls returns how many calls the session has; -1 if it is not known.
func (d *Drawing) calls(id string) int {
	if ss := d.state.Session(id); ss != nil {
		return len(ss.Calls)
	}
	return 0
}

func (d *Drawing) drawEvent(v *drawnSession, e *spec.Event, before shape) {
	d.becomes(silent)
	switch e.Kind {
	case spec.Text:
		d.drawText(v, e)
	case spec.CallOpen, spec.CallArgs, spec.ArgsEnd, spec.CallStart:
		d.calling(v, e)
	case spec.CallDone:
		d.result(v, e)
	case spec.CallProgress:
		d.progress(v, e)
	case spec.MessageOpen, spec.MessageClose, spec.UsageReport:
		d.message(v, e)
	case spec.MessageFull:
		d.whole(v, e)
	case spec.History:
		d.history(v, e, before)
	case spec.SessionOpen, spec.SessionClose, spec.TurnStart, spec.TurnEnd:
		d.edge(v, e)
	case spec.NoteEvent:
		d.note(v, e)
	default:
		d.rare(v, e)
	}
}

func (d *Drawing) rare(v *drawnSession, e *spec.Event) {
	switch e.Kind {
	case spec.Retract:
		what := counted(len(e.Retracts), "event")
		if len(e.Retracts) == 0 {
			what = "message " + short(e.Message, 24)
		}
		d.finish(v, every)
		d.single(v, Odd, "declares void: "+what)
	case spec.Wait:
		words := "waits for an answer"
		if e.Call != "" {
			words += " to call " + short(e.Call, 24)
		}
		i := d.joins(v, key{run: waits, detail: e.Call})
		i.mood, i.pieces, i.words = Edge, i.pieces+1, []string{words}
	case spec.Error:
		words := "error"
		if e.Fatal {
			words = "fatal error"
			d.finish(v, every)
		}
		d.single(v, Bad, words).show(e.Error)
	case spec.LimitReport:
		d.limit(v, e)
	case spec.ToolLog:
		i := d.joins(v, key{run: logs, detail: e.Call})
		i.mood, i.pieces = Aside, i.pieces+1
		i.words = []string{fmt.Sprintf("log of the run of call %s: %s", short(e.Call, 24), counted(len(e.Log), "entry|entries"))}
	case spec.UserTurn:
		d.finish(nil, every)
		d.single(nil, Edge, "the user's turn").clears = true
	case spec.Cancel:
		d.finish(nil, every)
		d.single(nil, Bad, "the user cancels").clears = true
	}
}

func (d *Drawing) limit(v *drawnSession, e *spec.Event) {
	words := "limit allowed"
	if e.Limit != nil && e.Limit.Rejected {
		words = "limit reached"
	}
	if e.Limit != nil && e.Limit.Window != "" {
		words += ": " + short(e.Limit.Window, 24)
	}
	i := d.joins(v, key{run: limits, detail: words})
	i.words, i.pieces = []string{words}, i.pieces+1
	if e.Limit != nil && e.Limit.Rejected {
		i.mood = Bad
	}
}

func (d *Drawing) note(v *drawnSession, e *spec.Event) {
	if e.Note == spec.NoteUnknown {
		i := d.joins(v, key{run: strange})
		i.mood, i.pieces = Odd, i.pieces+1
		if i.text == "" {
			i.show(string(e.Raw[:min(len(e.Raw), peek)]))
		}
		return
	}
	i := d.joins(v, key{run: notes})
	i.mood, i.pieces = Aside, i.pieces+1
	kind := string(e.Note)
	if kind == "" {
		kind = "nameless"
	}
	i.tally.add(kind + " note")
	if i.text == "" && e.Text != "" {
		i.show(e.Text[:min(len(e.Text), peek)])
	}
}

// unreadable draws a record that cannot be read.
func (d *Drawing) unreadable(p *wire.Problem) {
	i := d.joins(nil, key{run: unread, detail: p.Reason})
	i.mood, i.pieces = Bad, i.pieces+1
	if i.text == "" {
		i.show(p.Reason + ": " + p.Detail)
	}
}

// broken returns the rule for producers that an anomaly breaks; "" if the format does
// not demand it.
func (d *Drawing) broken(kind spec.AnomalyKind) string {
	b := produce.Breach{Rule: rules[kind]}
	if b.Force = d.state.Features.Duty(b.Rule, "").Force; b.Rule == "" || !b.Fails() {
		return ""
	}
	return b.Rule
}

// rules are the rules for producers that an anomaly is about, where it stands.
var rules = map[spec.AnomalyKind]string{
	spec.OrphanResult:       "produce/start-before-result",
	spec.StartLost:          "produce/start-before-result",
	spec.MalformedArguments: "produce/arguments-parse",
	spec.ClashingIDs:        "produce/unique-live-ids",
	spec.UnlinkedChild:      "produce/known-agent",
}

// report draws the model's new reports, below the line of their record.
func (d *Drawing) report() {
	fresh := d.state.Anomalies(d.reports)
	d.reports += len(fresh)
	for i := range fresh {
		a := &fresh[i]
		if a.Kind == spec.UnknownRecord {
			continue // the record itself is drawn
		}
		d.anomaly(a)
	}
}

func (d *Drawing) anomaly(a *spec.Anomaly) {
	if !d.selected(a.Session) {
		return
	}
	v, about := d.sessions[a.Session], a.Detail
	if v != nil && v.crowded {
		v = nil
	}
	if v == nil {
		about = called(a.Session) + ": " + about
	}
	i := d.joins(v, key{run: reports, detail: string(a.Kind)})
	i.mood, i.pieces, i.rule = Odd, i.pieces+1, d.broken(a.Kind)
	if i.text == "" {
		i.show(about)
	}
}

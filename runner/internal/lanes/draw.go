package lanes

import (
	"strings"

	"github.com/quock-dev/quock/model"
	"github.com/quock-dev/quock/spec/words"
)

// draw writes the line of an item. If its session has no lane yet and does not begin
// here, draw first writes the line that introduces the session.
func (d *Drawing) draw(i *item) {
	v := i.from
	if v == nil {
		d.write(i, nil, i.about())
		d.gutter.rest(i.clears)
		return
	}
	d.gutter.clock++
	v.lastDrawn = d.gutter.clock
	if v.lane != none && !v.ended {
		d.write(i, d.child(i), d.named(v, i.about()))
	} else {
		d.introduce(v, i)
	}
	v.idle = i.rests
	if i.ends {
		d.gutter.release(v)
	}
}

// child returns the session that the item's call made; the call's result is linked to
// its lane. If the result ends the session, its lane is freed.
func (d *Drawing) child(i *item) *drawnSession {
	if i.call == nil || i.call.Child == nil || i.run != single {
		return nil
	}
	v := d.lastOf(i.call.Child)
	if v != nil && i.endsChild {
		d.gutter.release(v)
	}
	return v
}

// introduce draws the line that gives a session its lane.
func (d *Drawing) introduce(v *drawnSession, i *item) {
	d.gutter.take(v)
	about, parent := d.who(v)
	if i.run == edges {
		rest := make([]string, 0, len(i.words))
		for _, w := range i.words {
			if w != "session opens" {
				rest = append(rest, w)
			}
		}
		d.write(i, parent, d.named(v, strings.Join(append([]string{about}, rest...), "; ")))
		return
	}
	d.write(&item{from: v, begin: i.begin, end: i.begin, mood: Edge}, parent, d.named(v, about))
	d.write(i, d.child(i), d.named(v, i.about()))
}

// named prefixes a session's text with its name in the shared lane.
func (d *Drawing) named(v *drawnSession, text string) string {
	if v.lane != overflow {
		return text
	}
	return short(v.session.ID, 16) + ": " + text
}

// who describes the session and its parent.
func (d *Drawing) who(v *drawnSession) (words string, parent *drawnSession) {
	ss := v.session
	what := "session "
	switch {
	case ss.Parent.OK, ss.ParentCall.OK:
		what = "child "
	case ss.ID == "" && ss.Agent == "":
		what = "root session "
	}
	if ss.Agent != "" {
		what += short(ss.Agent, 24)
		if !v.sameAsCall() {
			what += " " + short(ss.ID, 20)
		}
	} else if what != "root session " {
		what += short(ss.ID, 36)
	}
	what = strings.TrimRight(what, " ")
	if v.drawn || v.known || v.since < d.o.From {
		what += " goes on"
	}
	v.drawn = true
	var made string
	made, parent = d.maker(v)
	return what + made, parent
}

// sameAsCall reports whether the session has the id of the call that made it.
func (v *drawnSession) sameAsCall() bool {
	return v.by != nil && v.by.ID == v.session.ID || v.session.ParentCall.OK && v.session.ParentCall.ID == v.session.ID
}

// maker describes which call of which session made a session.
func (d *Drawing) maker(v *drawnSession) (string, *drawnSession) {
	ss := v.session
	c := d.by(v)
	switch {
	case c != nil:
		parent := d.lastOf(c.Session)
		return ", made by " + d.owner(parent, c.Session.ID) + " " + name(c), parent
	case ss.Parent.OK:
		var parent *drawnSession
		if p := d.state.Session(ss.Parent.ID); p != nil {
			parent = d.lastOf(p)
		}
		words := " of " + d.plainOwner(parent, ss.Parent.ID)
		if ss.ParentCall.OK {
			words += ", made by call " + short(ss.ParentCall.ID, 24)
		}
		return words, parent
	case ss.ParentCall.OK:
		return ", made by call " + short(ss.ParentCall.ID, 24), nil
	}
	return "", nil
}

// by returns the call that made the session; nil if it is not known.
func (d *Drawing) by(v *drawnSession) *model.Call {
	if v.by != nil && v.by.Child == v.session {
		return v.by
	}
	return nil
}

func (d *Drawing) owner(v *drawnSession, id string) string {
	if v != nil && v.lane >= 0 {
		return v.letter() + "'s call"
	}
	return called(id) + "'s call"
}

func (d *Drawing) plainOwner(v *drawnSession, id string) string {
	if v != nil && v.lane >= 0 {
		return v.letter()
	}
	return called(id)
}

// called returns the name of a session without a lane.
func called(id string) string {
	if id == "" {
		return "the root"
	}
	return short(id, 20)
}

// write gives one line out: its place, the lanes and the text.
func (d *Drawing) write(i *item, peer *drawnSession, text string) {
	if d.stats.Lines == 0 && d.err == nil && d.o.Title != "" {
		d.err = d.out.title(d.o.Title)
	}
	if d.err != nil {
		return
	}
	d.stats.Lines++
	d.err = d.out.line(&DrawnLine{
		Begin: i.begin, End: i.end, Lanes: laid(d.gutter.row(i.from, peer)), Mood: i.mood, Words: words.Line(text),
		Tool: i.tool(), Anomaly: i.anomaly(), Rule: i.rule,
	}, i.from)
}

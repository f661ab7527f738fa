package trace

import "github.com/quock-dev/quock/spec"

// A Contrast is what two records of one run say otherwise.
type Contrast struct {
	// Differences are the places, in the order of the first: WantAt is a record of
	// the first, GotAt one of the second.
	Differences []spec.Difference
	// Unsaid names what is not compared, because only one of the two says it.
	Unsaid []string
	// Sessions, Texts and Calls count what was compared of the first.
	Sessions, Texts, Calls int
}

// Compare compares two records of one run in all that both can say, which follows from
// the features of their dialects. How the run ended is not compared: neither outcome,
// turns and anomalies, nor what was open at the end.
func Compare(a, b *Reading) Contrast {
	c := &common{a: &a.Features, b: &b.Features}
	c.decide()
	want, got := c.reduced(&a.Transcript), c.reduced(&b.Transcript)
	c.align(want.Sessions, got.Sessions)
	var found []spec.Difference
	if c.messages {
		found = c.compare(spec.ObserveSessions, spec.ObserveMessages, spec.ObserveCalls).Transcripts(&want, &got)
	} else {
		found = c.compare(spec.ObserveSessions, spec.ObserveMessages).Transcripts(&want, &got)
		found = append(found, c.compare(spec.ObserveCalls).Transcripts(&want, &got)...)
	}
	all := Contrast{Differences: found, Unsaid: c.unsaid}
	all.count(want.Sessions)
	return all
}

func (c *Contrast) count(sessions []spec.Session) {
	c.Sessions = len(sessions)
	for i := range sessions {
		s := &sessions[i]
		c.Calls += len(s.Held)
		for j := range s.Messages {
			c.Calls += len(s.Messages[j].Calls)
			for _, p := range s.Messages[j].Parts {
				if p.Kind != spec.CallPart {
					c.Texts++
				}
			}
		}
	}
}

// common is what two dialects can both say.
type common struct {
	a, b *spec.Features
	// messages: both name their messages, so that calls are held against each other
	// on their messages. Else each text is held against one, and calls by their ids.
	messages bool
	// What is kept: see decide.
	thoughts, users, children, within, links, agents, metadata, ids, results, errors bool
	lacks                                                                            spec.Field
	unsaid                                                                           []string
}

func (c *common) decide() {
	named := func(f *spec.Features) bool { return f.Owner == spec.Named && f.MessageIDs && !f.Numbered }
	c.messages = c.say("which message is which, and which calls are on it", named)
	c.thoughts = c.say("thoughts", func(f *spec.Features) bool { return f.Thoughts })
	c.users = c.say("what the user said", func(f *spec.Features) bool { return f.UserMessages })
	c.children = c.say("sub-agents", func(f *spec.Features) bool { return f.Children != spec.ChildrenNone })
	c.within = c.say("what a sub-agent says", func(f *spec.Features) bool { return f.Children == spec.ChildrenSpeak })
	c.links = c.say("the call of a sub-agent", func(f *spec.Features) bool { return f.ChildLink })
	c.agents = c.say("names of agents", func(f *spec.Features) bool { return f.Speakers })
	c.metadata = c.say("metadata", func(f *spec.Features) bool { return f.Metadata })
	c.ids = c.say("ids, names, arguments and results of the model's calls", func(f *spec.Features) bool { return !f.ItemCalls })
	c.results = c.say("results as values", func(f *spec.Features) bool { return c.ids && !f.TextResults }) || c.ids && c.a.TextResults && c.b.TextResults
	c.errors = c.say("which results are errors", func(f *spec.Features) bool { return f.ErrorResults })
	// What is open or abandoned at the end is how the run ended.
	c.lacks = spec.FieldComplete | spec.FieldEmpty | spec.FieldPhases | spec.FieldAbandoned
	if !c.messages {
		c.lacks |= spec.FieldIDs
	}
	if !c.say("usage of a message", func(f *spec.Features) bool { return c.messages && f.MessageUsage }) {
		c.lacks |= spec.FieldUsage
	}
	if !c.say("why a message stopped", func(f *spec.Features) bool { return c.messages && f.StopReasons }) {
		c.lacks |= spec.FieldStopReasons
	}
	if !c.say("arguments as they were written", func(f *spec.Features) bool { return c.ids && f.ArgsText }) {
		c.lacks |= spec.FieldArgumentText
	}
}

// say reports whether both dialects say something, and notes what one says alone.
func (c *common) say(what string, says func(*spec.Features) bool) bool {
	a, b := says(c.a), says(c.b)
	if a != b {
		c.unsaid = append(c.unsaid, what)
	}
	return a && b
}

func (c *common) compare(parts ...spec.Observable) spec.Compare {
	return spec.Compare{Observes: spec.PartsOf(parts...).Lacking(c.lacks)}
}

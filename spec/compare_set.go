package spec

// active compares the active calls as a multiset.
func (d *differ) active(want, got []ActiveCall) { multiset(d, "active", want, got, activeSet) }

// agents compares the agents' runs as a multiset. Each log is compared in
// order.
func (d *differ) agents(want, got []AgentRun) { multiset(d, "agents", want, got, agentSet) }

// anomalies compares kinds and sessions as a multiset.
func (d *differ) anomalies(want, got []Anomaly) {
	must := func(a *Anomaly) bool { return !a.Kind.Optional() }
	multiset(d, "anomalies", filter(want, must), filter(got, must), anomalySet)
}

func (d *differ) quota(want, got *Quota) {
	mark := d.at("quota")
	defer d.back(mark)
	d.bool("limited", want.Limited, got.Limited)
	d.optional("window", want.Window, got.Window)
}

var activeSet = set[ActiveCall]{
	entries: entries[ActiveCall]{
		each: func(d *differ, w, g *ActiveCall) {
			d.session, d.call = w.Session, either(w.Call, g.Call)
			diffString(d, "name", w.Name, g.Name)
			diffString(d, "phase", w.Phase, g.Phase)
		},
		unseen: (*differ).unseenActive,
		whole: func(d *differ, kind DifferenceKind, a *ActiveCall) {
			d.session, d.call = a.Session, a.Call
			d.whole(kind, a)
		},
	},
	label: func(d *differ, a *ActiveCall) { d.key(a.Session); d.key(a.Call) },
	like: []func(d *differ, w, g *ActiveCall) bool{
		func(_ *differ, w, g *ActiveCall) bool {
			return w.Session == g.Session && w.Call == g.Call && w.Name == g.Name && w.Phase == g.Phase
		},
		func(_ *differ, w, g *ActiveCall) bool {
			return w.Call == "" && w.Session == g.Session && w.Name == g.Name && w.Phase == g.Phase
		},
		func(_ *differ, w, g *ActiveCall) bool { return w.Session == g.Session && w.Call == g.Call },
	},
}

var agentSet = set[AgentRun]{
	entries: entries[AgentRun]{
		each:   (*differ).agentRun,
		unseen: (*differ).unseenRun,
		whole: func(d *differ, kind DifferenceKind, a *AgentRun) {
			d.session, d.call = a.Parent, a.Call
			d.whole(kind, a)
		},
	},
	label: func(d *differ, a *AgentRun) { d.key(a.Parent); d.key(a.Call) },
	like: []func(d *differ, w, g *AgentRun) bool{
		func(d *differ, w, g *AgentRun) bool {
			return w.Parent == g.Parent && w.Call == g.Call && equal(d, w, g, (*differ).agentRun)
		},
		func(d *differ, w, g *AgentRun) bool {
			return w.Parent == g.Parent && w.Call == "" && equal(d, w, g, (*differ).agentRun)
		},
		func(_ *differ, w, g *AgentRun) bool {
			return w.Parent == g.Parent && w.Call == g.Call && w.Name == g.Name
		},
		func(_ *differ, w, g *AgentRun) bool { return w.Parent == g.Parent && w.Call == g.Call },
	},
}

func (d *differ) agentRun(w, g *AgentRun) {
	d.session, d.call = w.Parent, either(w.Call, g.Call)
	diffString(d, "name", w.Name, g.Name)
	if !d.unlisted(w.Session) {
		d.sessionRef("session", w.Session, g.Session)
	}
	diffString(d, "status", w.Status, g.Status)
	sequence(d, "log", w.Log, g.Log, logEntries)
}

var logEntries = entries[LogEntry]{
	id: func(l *LogEntry) string { return l.ID },
	each: func(d *differ, w, g *LogEntry) {
		if w.ID != "" {
			diffString(d, "id", w.ID, g.ID)
		}
		diffString(d, "tool", w.Tool, g.Tool)
	},
}

var anomalySet = set[Anomaly]{
	entries: entries[Anomaly]{
		each: func(*differ, *Anomaly, *Anomaly) {},
		whole: func(d *differ, kind DifferenceKind, a *Anomaly) {
			d.session = a.Session
			d.whole(kind, a)
		},
	},
	label: func(d *differ, a *Anomaly) { d.key(string(a.Kind)); d.key(a.Session) },
	like: []func(d *differ, w, g *Anomaly) bool{
		func(_ *differ, w, g *Anomaly) bool { return w.Kind == g.Kind && w.Session == g.Session },
	},
}

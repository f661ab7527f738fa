package transport

// The rules that a plan can exercise. A reader that fails on a minimal plan
// breaks the first of them that the plan has a part for.
const (
	ChunkRule   = "wire/chunk-invariant"
	LimitRule   = "wire/limits"
	BadRule     = "wire/bad-line"
	FramingRule = "wire/framing"
	MemberRule  = "wire/unknown-skipped"
	ReplayRule  = "repeat/replay"
)

// Rules returns the rules that the plan has a part for, in the order in which
// they are blamed. There is none for the plain plan, and none for a replayed
// tail in a dialect without event ids.
func (t Text) Rules(p *Plan) []string {
	has := map[string]bool{ChunkRule: !p.whole()}
	for _, d := range p.Damage {
		has[t.faultRule(d.Kind)] = true
	}
	for _, m := range p.Members {
		has[m.Kind.rule()] = true
	}
	if p.Ends != LF || p.Mark || p.Tight || p.Raw || p.Unended > 0 || len(p.Inserts)+len(p.Splits) > 0 {
		has[FramingRule] = true
	}
	var rules []string
	for _, rule := range []string{ChunkRule, LimitRule, BadRule, FramingRule, MemberRule, ReplayRule} {
		if has[rule] {
			rules = append(rules, rule)
		}
	}
	return rules
}

func (v Value) rule() string {
	switch v {
	case Long, Deep:
		return LimitRule
	case Separated:
		return FramingRule
	}
	return MemberRule
}

// faultRule is the rule that a fault covers; without event ids nobody can know that
// a record comes again.
func (t Text) faultRule(h Fault) string {
	k, known := h.of()
	if !known || h == Replay && !t.IDs {
		return ""
	}
	return k.rule
}

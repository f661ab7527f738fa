package check

// The checks of family noise, and those of family wire that a reducer shows.
var (
	noise = []Check{
		{"noise/transparent", transparent},
		{"noise/own-content", ownContent},
	}
	wire = []Check{
		{"wire/chunk-invariant", chunkInvariant},
		{"wire/framing", framing},
		{"wire/bad-line", badLine},
		{"wire/limits", limits},
		{"wire/unknown-skipped", unknownSkipped},
		{"wire/hostile-keys", hostileKeys},
	}
)

// transparent: noise between two events changes nothing.
func transparent(e *Evidence) Judgement { return e.judged(e.anyContent(), everything) }

// ownContent: what a tool says itself disturbs nobody.
func ownContent(e *Evidence) Judgement {
	return e.judged(e.anyContent(), content|calls|active|unattributed)
}

// chunkInvariant: where the transport cuts the bytes does not matter.
func chunkInvariant(e *Evidence) Judgement { return e.judged(e.anyContent(), everything) }

// unknownSkipped: unknown kinds are never fatal and shift nothing.
func unknownSkipped(e *Evidence) Judgement { return e.judged(e.anyContent(), everything|turns|outcome) }

// hostileKeys: ids that are property names, empty or long are data.
func hostileKeys(e *Evidence) Judgement { return e.judged(e.anyContent(), everything) }

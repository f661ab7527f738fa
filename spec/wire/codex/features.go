// Package codex is the dialect of `codex exec --json`.
package codex

import (
	"github.com/quock-dev/quock/spec"
)

const name = "codex"

func features() spec.Features {
	return spec.Features{
		Dialect: name,
		Owner:   spec.Derived, AttachAtStart: true, WholeMessages: true, Thoughts: true,
		Turns: spec.TurnsMarked, TurnStarts: true, Terminal: true,
		Executing: true, ArgsMarker: true, ErrorResults: true, DoneCarries: true,
		Children: spec.ChildrenSilent, ChildEdges: true, ChildLink: true,
		TurnUsage: true,
	}
}

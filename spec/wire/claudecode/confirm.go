package claudecode

import (
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/quock-dev/quock/spec"
)

// Violations implements wire.Verifier: what the latest record contradicts.
func (d *decoder) Violations() []spec.Violation { return d.violations }

// confirm holds a full block against what its deltas said, and forgets that.
func (p *pass) confirm(b *streamed, whole *spec.SnapshotPart) {
	said := string(b.said)
	b.said = nil
	if said == "" || previewed(said, whole) {
		return
	}
	v := spec.Violation{Record: p.record, Earlier: b.began, Force: spec.Demanded, Clause: previews, Session: p.Scope, Call: whole.Call}
	v.Detail = "the whole block says something else than its deltas"
	if whole.Kind == spec.CallPart {
		v.Detail = "the whole input is another value than its deltas"
	}
	p.violations = append(p.violations, v)
}

// previewed reports whether deltas said what the whole block says: a text as far as
// both go, since one may be cut and a thought left out; an input as a value.
func previewed(said string, whole *spec.SnapshotPart) bool {
	switch {
	case whole.Kind != spec.CallPart:
		return strings.HasPrefix(whole.Text, said) || strings.HasPrefix(said, whole.Text)
	case whole.Invalid:
		return said == whole.Args
	}
	a, b := jsontext.Value(said), jsontext.Value(whole.Args)
	if a.Canonicalize() != nil {
		return false
	}
	return b.Canonicalize() != nil || string(a) == string(b)
}

package ask

import (
	"github.com/quock-dev/quock/model/check"
	"github.com/quock-dev/quock/model/deviation"
	"github.com/quock-dev/quock/runner/candidate"
	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/probe"
	"github.com/quock-dev/quock/spec/provider"
)

// Capabilities are the part of the handshake that judging needs.
type Capabilities struct {
	Observes spec.Parts
	Policies spec.Policies
	Bytes    bool     // takes the raw stream
	modes    []string // nil for all of them
	Adapter  bool     // answers with a stream
	Store    bool     // can be asked for what it keeps
	// Deviations are set aside: an answer that the reference gives with them is as
	// expected, and so is one that it gives without.
	Deviations []deviation.Deviation
}

// CapabilitiesOf are those of a candidate that has shaken hands.
func CapabilitiesOf(c *candidate.Candidate) Capabilities {
	return Capabilities{
		Observes: c.Observes, Policies: c.Policies, modes: modesOf(c.Hello.Modes),
		Bytes: c.Hello.Intake == probe.IntakeBytes, Adapter: c.Hello.Role == probe.Adapter, Store: c.Hello.Role == probe.Store,
	}
}

// Of is the subject with the parts that the trial compared.
func (s Capabilities) Of(t *Trial) Capabilities {
	if shared, err := t.Case.Shared(); err == nil {
		s.Observes = shared.Observes()
	}
	return s
}

// Live are the parts that are compared while a store reads, as for any candidate. A
// history has rules of its own.
func (s Capabilities) Live() spec.Parts {
	if s.Store {
		return s.Observes &^ spec.PartsOf(spec.ObserveHistory)
	}
	return s.Observes
}

// kept are the parts that are compared in what a store returns.
func (s Capabilities) kept(surface check.Surface) spec.Parts {
	parts := spec.StoredParts(s.Observes)
	if surface == check.LoadedAgain {
		parts |= s.Observes & spec.PartsOf(spec.ObserveHistory)
	}
	return parts
}

// form is the form of the store's history, "" if it reports none.
func (s Capabilities) form() provider.Form {
	if !s.Observes.Has(spec.ObserveHistory) {
		return ""
	}
	return provider.Form(s.Policies.HistoryForm)
}

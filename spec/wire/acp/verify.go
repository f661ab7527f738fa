package acp

import "github.com/quock-dev/quock/spec"

// The sentences of version 1 that records are held against, beside the duties.
var (
	beforeAnswer = spec.Clause{
		Says: "After a cancel the agent may send updates of content and calls, but must do so before it responds to the prompt.", Source: cancelling}
	cancelledAnswer = spec.Clause{
		Says: "The errors of what a cancel aborts are no errors: the agent must respond to the prompt with the stop reason cancelled.", Source: cancelling}
	cancelledAsking = spec.Clause{
		Says: "A client that cancels must respond to every pending request for permission with the outcome cancelled.", Source: cancelling}
	loadedFirst = spec.Clause{
		Says: "The agent streams the whole conversation to the client, and then must respond to session/load.", Source: "Agent Client Protocol, Session Setup"}
	knownReason = spec.Clause{
		Says: "The stop reason is one of end_turn, max_tokens, max_turn_requests, refusal and cancelled.", Source: turns}
)

const cancelling = "Agent Client Protocol, Prompt Turn, Cancellation"

// Violations implements wire.Verifier.
func (d *decoder) Violations() []spec.Violation { return d.Violated }

// violates notes what the record does against a sentence, which another record made
// apply, 0 for none. Version 2 is a draft and has other sentences.
func (p *pass) violates(s *session, clause spec.Clause, earlier int, detail string) {
	if !p.v2 {
		p.Violated = append(p.Violated, spec.Violation{Record: p.Number, Earlier: earlier, Force: spec.Demanded, Clause: clause, Detail: detail, Session: s.id})
	}
}

// verifyContent holds an update of content or of a call against the end of the turn or
// of the load that it should have come before. Each is said once.
func (p *pass) verifyContent(s *session) {
	switch {
	case s.ended != 0:
		p.violates(s, beforeAnswer, s.ended, "an update of a turn that was answered as cancelled")
	case s.loaded != 0:
		p.violates(s, loadedFirst, s.loaded, "a replay goes on behind the response to session/load")
	}
	s.ended, s.loaded = 0, 0
}

// verifyAnswer holds the response to a prompt against the stop reasons, and the cancel
// that came before it.
func (p *pass) verifyAnswer(s *session, e *spec.Event) {
	switch e.StopReason {
	case "", "end_turn", "max_tokens", "max_turn_requests", "refusal", "cancelled":
	default:
		p.violates(s, knownReason, 0, "a stop reason that the format does not have")
	}
	if s.cancel != 0 && e.Status == spec.Failed && e.StopReason == "" {
		p.violates(s, cancelledAnswer, s.cancel, "an error in response to a prompt that was cancelled")
	}
	if e.Status == spec.Cancelled {
		s.ended = p.Number
	}
}

// verifyDecision holds an answer to a request for permission, which came before a
// cancel, against that.
func (p *pass) verifyDecision(r *request, selected bool) {
	if at := r.session.top().cancel; selected && at > r.at {
		p.violates(r.session, cancelledAsking, at, "an option is selected behind the cancel")
	}
}

// top is the session whose lines a session shares.
func (s *session) top() *session {
	if s.root != nil {
		return s.root
	}
	return s
}

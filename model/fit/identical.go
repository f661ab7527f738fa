package fit

import (
	"bytes"

	"github.com/quock-dev/quock/spec"
)

// identical reports whether two transcripts are equal in every field and in every order,
// also in what a comparison ignores.
func identical(a, b *spec.Transcript) bool {
	return a.Outcome == b.Outcome && a.Quota.Limited == b.Quota.Limited && equal(a.Quota.Window, b.Quota.Window) &&
		each(a.Sessions, b.Sessions, sameSession) && each(a.Active, b.Active, same) && each(a.Agents, b.Agents, sameAgent) &&
		each(a.History, b.History, sameJSON) && each(a.Anomalies, b.Anomalies, same)
}

func sameSession(a, b *spec.Session) bool {
	return a.ID == b.ID && equal(a.Parent, b.Parent) && equal(a.ParentCall, b.ParentCall) && equal(a.Agent, b.Agent) &&
		a.Status == b.Status && a.At == b.At && each(a.Turns, b.Turns, sameTurn) && each(a.Messages, b.Messages, sameMessage) &&
		each(a.Held, b.Held, sameCall) && each(a.Abandoned, b.Abandoned, sameCall) && each(a.Orphans, b.Orphans, sameOrphan) &&
		each(a.Unattributed, b.Unattributed, same)
}

func sameTurn(a, b *spec.Turn) bool {
	return a.Status == b.Status && equal(a.StopReason, b.StopReason) && equal(a.Error, b.Error) && equal(a.Usage, b.Usage) && a.At == b.At
}

func sameMessage(a, b *spec.Message) bool {
	return a.ID == b.ID && a.Turn == b.Turn && a.Role == b.Role && equal(a.Agent, b.Agent) && a.Complete == b.Complete &&
		equal(a.StopReason, b.StopReason) && equal(a.Usage, b.Usage) && bytes.Equal(a.Metadata, b.Metadata) && a.At == b.At &&
		a.Ended == b.Ended && each(a.Parts, b.Parts, samePart) && each(a.Calls, b.Calls, sameCall)
}

func samePart(a, b *spec.Part) bool {
	return a.Kind == b.Kind && a.Text == b.Text && equal(a.Call, b.Call) && bytes.Equal(a.Metadata, b.Metadata)
}

func sameCall(a, b *spec.Call) bool {
	return a.ID == b.ID && a.Name == b.Name && a.Args == b.Args && a.ArgsValue == b.ArgsValue && a.ArgsOpen == b.ArgsOpen &&
		a.Whole == b.Whole && a.Status == b.Status && bytes.Equal(a.Result, b.Result) && a.IsError == b.IsError &&
		equal(a.Child, b.Child) && bytes.Equal(a.Metadata, b.Metadata) && a.At == b.At
}

func sameOrphan(a, b *spec.Orphan) bool {
	return a.ID == b.ID && bytes.Equal(a.Result, b.Result) && a.At == b.At
}

func sameAgent(a, b *spec.AgentRun) bool {
	return a.Name == b.Name && equal(a.Session, b.Session) && a.Call == b.Call && a.Parent == b.Parent && a.Status == b.Status &&
		each(a.Log, b.Log, same)
}

func sameJSON[T ~[]byte](a, b *T) bool { return bytes.Equal(*a, *b) }

func same[T comparable](a, b *T) bool { return *a == *b }

// equal compares what may be absent.
func equal[T comparable](a, b *T) bool { return a == b || a != nil && b != nil && *a == *b }

func each[T any](a, b []T, same func(a, b *T) bool) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if !same(&a[i], &b[i]) {
			return false
		}
	}
	return true
}

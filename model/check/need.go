package check

import "github.com/quock-dev/quock/spec"

// What a rule asks of a dialect. A rule whose need is not met is not
// applicable, and never a pass.

func derived(f *spec.Features) bool      { return f.Owner == spec.Derived }
func named(f *spec.Features) bool        { return f.Owner == spec.Named }
func deltas(f *spec.Features) bool       { return f.ArgsDeltas }
func slots(f *spec.Features) bool        { return f.ArgsDeltas && f.Slots }
func delegates(f *spec.Features) bool    { return f.Delegation.Tool != "" }
func speakers(f *spec.Features) bool     { return f.Speakers }
func withMetadata(f *spec.Features) bool { return f.Metadata }
func messageIDs(f *spec.Features) bool   { return f.MessageIDs }
func childEdges(f *spec.Features) bool   { return f.ChildEdges }
func turnEnds(f *spec.Features) bool     { return f.Terminal }
func userTurns(f *spec.Features) bool    { return f.UserTurn }
func waits(f *spec.Features) bool        { return f.Waits }
func eventIDs(f *spec.Features) bool     { return f.EventIDs }
func retracts(f *spec.Features) bool     { return f.Retracts }
func quotas(f *spec.Features) bool       { return f.Quota }
func outlives(f *spec.Features) bool     { return f.Outlives }
func carries(f *spec.Features) bool      { return f.DoneCarries }
func histories(f *spec.Features) bool    { return f.Histories }
func stops(f *spec.Features) bool        { return f.StopReasons }
func usages(f *spec.Features) bool       { return f.MessageUsage || f.TurnUsage }
func slotless(f *spec.Features) bool     { return f.ArgsDeltas && !f.ArgsMarker || f.ArgsDeltas }
func argsText(f *spec.Features) bool     { return f.ArgsText }

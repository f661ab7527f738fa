package campaign

import "context"

// Workers do the units of one step of a round: with a candidate in this process, or
// anywhere.
type Workers interface {
	// Do returns the results of the units, in their order, when all are done. Units may be
	// done in any order, anywhere and any number of times. Once ctx is done it
	// ends with its error; another error ends the campaign, and what was kept
	// stays. A unit that nobody can do has the result Lost.
	//
	// step counts the calls in the campaign from 1: a campaign that is resumed
	// repeats the steps of the round that it had begun, with the same units. The last
	// diagnosis has step 0. Only Unit.Key tells units apart.
	//
	// blobs has what the units' Blobs name. It and Unit.Marshal must be called in Do,
	// not in parallel. After Do no unit, result or coverage is asked for again; entries and
	// findings may be.
	Do(ctx context.Context, step int, units []*Unit, blobs Blobs) ([]*Result, error)
}

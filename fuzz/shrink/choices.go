package shrink

import (
	"reflect"

	"github.com/quock-dev/quock/fuzz/choice"
	"github.com/quock-dev/quock/fuzz/perform"
)

// CaseOptions say how to reduce a generated case. Only Fails is needed.
type CaseOptions struct {
	// Fails reports whether a case still fails in the way that is held. It must
	// say the same each time, and may keep the case.
	Fails func(*perform.Case) bool
	// Stop and Runs are those of Options.
	Stop func() bool
	Runs int
}

// A CaseResult is the smallest case that was found.
type CaseResult struct {
	Case *perform.Case
	Runs int
	// Stopped says that the budget ended the reduction before it was done.
	Stopped bool
}

// Case makes a generated case as small as it can be by its choices while it
// fails, so that what is left is a case still, with a story and an expectation
// by construction. A case whose choices are not known comes back as it is.
//
// Its procedure, until nothing gets smaller: the layers that only disturb are
// emptied, damage and transport first, then cuts, order and faults; hazards,
// turns with what they were asked by, messages and calls are cut out, several at
// first; and what bytes are left are made as low as they can be. A case is
// smaller if it has fewer events, then fewer hazards, then fewer and lower bytes.
//
// It knows cases alone: a stream that is cut anywhere is for Reduce, which goes on
// from here to fewer events than a case may have.
func Case(c *perform.Case, o CaseOptions) CaseResult {
	token, ok := c.Token()
	if !ok {
		return CaseResult{Case: c}
	}
	k := &carver{options: o, left: o.Runs, token: token, best: c, result: CaseResult{Case: c}}
	if k.left <= 0 {
		k.left = DefaultRuns
	}
	for k.improved = true; k.improved && !k.stopped(); {
		k.improved = false
		k.emptied()
		for _, layer := range []choice.Layer{choice.Faults, choice.Tree} {
			k.spans(layer)
		}
		k.plainWeights()
		for layer := range choice.Layer(choice.Layers) {
			k.blocks(layer)
			k.lowered(layer)
		}
	}
	k.result.Case, k.result.Stopped = k.best, k.spent
	return k.result
}

// A carver tries smaller choices.
type carver struct {
	options  CaseOptions
	token    perform.Token
	best     *perform.Case
	result   CaseResult
	left     int
	spent    bool
	improved bool
}

func (k *carver) stopped() bool {
	if k.left <= 0 || k.options.Stop != nil && k.options.Stop() {
		k.spent = true
	}
	return k.spent
}

// try takes the choices if their case is smaller than the best and fails.
func (k *carver) try(chosen choice.Choices) bool {
	t := k.token
	t.Choices = chosen
	c := t.Case(k.best.Stream.Features)
	used, _ := c.Choices()
	if !k.smaller(c, &used) || k.stopped() {
		return false
	}
	if !k.same(c) && !k.fails(c) {
		return false
	}
	k.token.Choices, k.best, k.improved = used, c, true
	return true
}

func (k *carver) fails(c *perform.Case) bool {
	k.left--
	k.result.Runs++
	return k.options.Fails(c)
}

// same reports whether a case is the best made of other choices.
func (k *carver) same(c *perform.Case) bool {
	return reflect.DeepEqual(c.Stream, k.best.Stream) && reflect.DeepEqual(c.Hazards, k.best.Hazards)
}

// smaller compares a case with the best.
func (k *carver) smaller(c *perform.Case, used *choice.Choices) bool {
	if n, most := len(c.Stream.Events), len(k.best.Stream.Events); n != most {
		return n < most
	}
	if n, most := len(c.Hazards), len(k.best.Hazards); n != most {
		return n < most
	}
	if n, most := used.Len(), k.token.Choices.Len(); n != most {
		return n < most
	}
	for i := range used {
		for j := range used[i] {
			if j >= len(k.token.Choices[i]) || used[i][j] != k.token.Choices[i][j] {
				return j < len(k.token.Choices[i]) && used[i][j] < k.token.Choices[i][j]
			}
		}
	}
	return false
}

// with is the best's choices with another layer.
func (k *carver) with(l choice.Layer, tape []byte) choice.Choices {
	c := k.token.Choices
	c[l] = tape
	return c
}

// without is a tape without some of its bytes.
func without(tape []byte, from, to int) []byte {
	return append(append(make([]byte, 0, len(tape)), tape[:from]...), tape[to:]...)
}

// emptied tries each layer but the tree without any choice.
func (k *carver) emptied() {
	for l := choice.Layer(choice.Layers) - 1; l > choice.Tree; l-- {
		if len(k.token.Choices[l]) > 0 {
			k.try(k.with(l, nil))
		}
	}
}

// spans cuts out the parts of a layer, the later half first, then smaller
// shares, then each by itself with what hangs on it.
func (k *carver) spans(l choice.Layer) {
	for share := len(k.best.Spans(l)) / 2; share > 1; share /= 2 {
		for at := len(k.best.Spans(l)) - share; at > 0; at -= share {
			if all := k.best.Spans(l); at < len(all) {
				k.try(k.with(l, cutOut(k.token.Choices[l], all[at:min(at+share, len(all))])))
			}
		}
	}
	for at := len(k.best.Spans(l)) - 1; at >= 0; at-- {
		all := k.best.Spans(l)
		if at >= len(all) || all[at].Kind == choice.Weights {
			continue
		}
		parts := hanging(all, at)
		if k.try(k.with(l, cutOut(k.token.Choices[l], parts))) || len(parts) == 1 {
			continue
		}
		k.try(k.with(l, cutOut(k.token.Choices[l], parts[:1])))
	}
}

// hanging are a span and all those that are there because of it.
func hanging(all []choice.Span, at int) []choice.Span {
	parts, of := []choice.Span{all[at]}, map[int]bool{at: true}
	for i := at + 1; i < len(all); i++ {
		within := all[i].From >= all[at].From && all[i].To <= all[at].To
		if within || of[all[i].Of] {
			of[i] = true
		}
		if of[all[i].Of] {
			parts = append(parts, all[i])
		}
	}
	return parts
}

// cutOut is a tape without the bytes of some spans.
func cutOut(tape []byte, parts []choice.Span) []byte {
	gone := make([]bool, len(tape))
	for _, s := range parts {
		for i := s.From; i < min(s.To, len(tape)); i++ {
			gone[i] = true
		}
	}
	var left []byte
	for i, b := range tape {
		if !gone[i] {
			left = append(left, b)
		}
	}
	return left
}

// sizeBytes are the last bytes of the span of weights, which say how long a case
// may get.
const sizeBytes = 2

// plainWeights lets the case explore evenly.
func (k *carver) plainWeights() {
	for _, s := range k.best.Spans(choice.Tree) {
		if s.Kind == choice.Weights && s.To-s.From > sizeBytes+1 {
			tape := k.token.Choices[choice.Tree]
			even := append([]byte{0}, tape[s.To-sizeBytes:]...)
			k.try(k.with(choice.Tree, even))
			return
		}
	}
}

// blocks cuts bytes out wherever they stand, many at first.
func (k *carver) blocks(l choice.Layer) {
	for size := len(k.token.Choices[l]) / 2; size >= 1; size /= 2 {
		for at := len(k.token.Choices[l]) - size; at >= 0; at -= size {
			if at+size <= len(k.token.Choices[l]) {
				k.try(k.with(l, without(k.token.Choices[l], at, at+size)))
			}
		}
	}
}

// lowered makes each byte 0, or else as low as halving finds.
func (k *carver) lowered(l choice.Layer) {
	for at := len(k.token.Choices[l]) - 1; at >= 0; at-- {
		for low := 0; at < len(k.token.Choices[l]) && low < int(k.token.Choices[l][at]); {
			now := k.token.Choices[l][at]
			tape := append([]byte(nil), k.token.Choices[l]...)
			tape[at] = byte(low)
			if k.try(k.with(l, tape)) {
				break
			}
			low += max(1, (int(now)-low)/2)
		}
	}
}

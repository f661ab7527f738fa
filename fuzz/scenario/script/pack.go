package script

import "github.com/quock-dev/quock/fuzz/scenario"

// fragment writes a fragment of a message, or its end, in a group of its own or in
// that of the fragment before, which it follows.
func (b *Script) fragment(i int, k StepKind, c scenario.Cond, cur int32) (*Step, int32) {
	msg := &b.sc.Messages[i]
	joined := b.packs(msg, k, cur)
	if b.fragments++; !joined {
		cur = b.opening(i, b.content(cur))
	}
	b.packed = cur
	s := b.add(k, c)
	if joined {
		s.JoinBy = msg.PackBy
	}
	return s, cur
}

// packs reports whether the next fragment goes into the group of the one before:
// nothing was emitted between, and it is no text behind a call.
func (b *Script) packs(msg *scenario.Message, k StepKind, cur int32) bool {
	if msg.PackBy == 0 || msg.Pack>>(b.fragments&63)&1 == 0 || cur == noGroup || cur != b.packed || int(cur) != len(b.Groups)-1 {
		return false
	}
	last := &b.Steps[len(b.Steps)-1]
	if last.Message != b.base.Message || b.base.Session != b.Groups[cur].Session {
		return false
	}
	switch last.Kind {
	case TextPiece:
		return true
	case CallOpens, ArgsPiece:
		return k != TextPiece
	}
	return false
}

package agentc

import (
	"github.com/quock-dev/quock/spec/wire"
	"github.com/quock-dev/quock/spec/wire/scan"
)

// Sniff counts the frames of a known type. Types that other dialects have, too,
// are certain where the frame has a session field or flag of this one.
func (codec) Sniff(records [][]byte) (score int, why string) {
	return wire.Sniff(records, "frames of a known type", likely)
}

func likely(record []byte) int {
	v, err := scan.Parse(record, wire.MaxDepth)
	if err != nil {
		return wire.Foreign
	}
	var f frame
	var members scan.Object
	if !f.read(v, members.Read(v)) || !f.known() || f.Wrong != "" {
		return wire.Foreign
	}
	if telltale[f.kind] > 0 || f.user.OK || f.active != "" && f.session.OK {
		return wire.Certain
	}
	return wire.Shared
}

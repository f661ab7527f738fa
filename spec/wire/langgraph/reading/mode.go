package reading

import (
	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/wire"
	"github.com/quock-dev/quock/spec/wire/scan"
)

// Mode is the mode of a record, in whichever shape it came; "" if it has none.
func Mode(record []byte) string {
	var room scan.Envelope
	if room.Read(record, wire.MaxDepth, "params", "data") != nil {
		return ""
	}
	f, why := parseFrame(&room)
	if why != "" {
		return ""
	}
	if e, ok := f.protocol(&room, new(scan.Object)); ok {
		return spec.StreamMode(e.method) // a channel, which a client asks for as it does for a mode
	}
	return spec.StreamMode(f.mode)
}

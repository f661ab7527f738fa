package wiretest

import (
	"runtime"

	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/wire"
)

// Retained returns how many bytes of memory a decoder of the codec's default
// variant holds after it decoded the records that feed gives it.
func Retained(codec wire.Codec, feed func(decode func(record string))) int64 {
	return RetainedBy(codec.NewDecoder(""), feed)
}

// RetainedBy is Retained of a decoder.
func RetainedBy(decoder wire.Decoder, feed func(decode func(record string))) int64 {
	var events []spec.Event
	before := heap()
	feed(func(record string) { events, _ = decoder.Decode(events[:0], []byte(record)) })
	events = nil
	grown := heap() - before
	runtime.KeepAlive(decoder)
	return grown
}

func heap() int64 {
	var m runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&m)
	return int64(m.HeapAlloc)
}

package wiretest

import (
	"fmt"
	"maps"
	"slices"

	"github.com/onsi/gomega"

	"github.com/quock-dev/quock/spec/wire"
)

// Broken runs the whole contract on a codec and returns the names of the specs
// that fail or panic, sorted.
func Broken(codec wire.Codec, streams Source, options ...Option) []string {
	s := &suite{codec: codec, streams: streams}
	for _, option := range options {
		option(s)
	}
	specs := map[string]func(){"cross-variants": s.crossVariants, "unknown": s.surfacesUnknown, "sniff": s.sniffs}
	for _, variant := range s.variants() {
		for name, spec := range map[string]func(string){
			"declares": s.declares, "round-trip": s.roundTrip, "chunks": s.chunkInvariant, "text": s.encodesText,
			"loss": s.losesNothing, "total": s.total, "counts": s.counts, "bytes": s.keepsNothing,
			"quick": s.fastAsStrict,
		} {
			specs[name] = func() { spec(variant) }
		}
	}
	var broken []string
	for _, name := range slices.Sorted(maps.Keys(specs)) {
		if fails(specs[name]) {
			broken = append(broken, name)
		}
	}
	return broken
}

func fails(spec func()) (failed bool) {
	defer func() {
		if cause := recover(); cause != nil {
			failed = true
			_ = fmt.Sprint(cause)
		}
	}()
	return len(gomega.InterceptGomegaFailures(spec)) > 0
}

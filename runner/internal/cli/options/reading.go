package options

import (
	"math"

	"github.com/spf13/pflag"

	"github.com/quock-dev/quock/runner/internal/cli/console"
	"github.com/quock-dev/quock/runner/internal/trace"
	"github.com/quock-dev/quock/spec/wire"
)

// ReadingFlags say how a recorded stream is read: in which dialect, and how much of it.
type ReadingFlags struct {
	trace.Options
	longest string // the name of the flag for the longest line
}

// Add gives a command the flags. The flag for the longest line is max-record where
// max-line is about the candidate; records is the most that are read by default.
func (f *ReadingFlags) Add(flags *pflag.FlagSet, longest string, records int) {
	all := ""
	if records == math.MaxInt {
		all = " (default: all)"
	}
	f.longest = longest
	flags.StringVar(&f.Dialect, "dialect", "", "the `dialect` of a recorded stream, with or without a variant (default: detected from the content)")
	flags.IntVar(&f.Limits.Line, longest, wire.DefaultLine, "the longest line of a recorded stream, in `bytes`")
	flags.IntVar(&f.Limits.Depth, "max-depth", wire.DefaultDepth, "how many `levels` deep a record may nest")
	flags.IntVar(&f.Records, "max-records", records, "the most `records` to read of a recorded stream"+all)
	flags.Int64Var(&f.Size, "max-size", trace.DefaultSize, "the most `bytes` to read of a recorded stream, unpacked")
	console.Bound(flags, 1, longest, "max-depth", "max-records", "max-size")
}

package console

import (
	"fmt"
	"strconv"
	"time"

	"github.com/spf13/pflag"
)

// Bound refuses what is less than the least value of flags that are whole numbers or
// durations, on the command line and in quock.toml. The flags are there.
func Bound(flags *pflag.FlagSet, least int64, names ...string) {
	for _, name := range names {
		f := flags.Lookup(name)
		f.Value = &bounded{f.Value, least}
		if f.DefValue == "0s" {
			f.DefValue = "0" // help leaves it out
		}
	}
}

// bounded is the value of a flag with a least one.
type bounded struct {
	pflag.Value
	least int64
}

// Set reads a value. The error says what to give.
func (b *bounded) Set(text string) error {
	n, err := strconv.ParseInt(text, 0, 64)
	if b.Type() == "duration" {
		var d time.Duration
		d, err = time.ParseDuration(text)
		n = int64(d)
	}
	if err == nil && n < b.least {
		return fmt.Errorf("give %d or more", b.least)
	}
	return b.Value.Set(text)
}

//go:build !unix

package wiretest

import (
	"testing"
	"time"
)

// Worked skips the benchmark: here it is not known how long the processors worked.
func Worked(b *testing.B) time.Duration {
	b.Skip("no processor time here")
	return 0
}

//go:build unix

package wiretest

import (
	"syscall"
	"testing"
	"time"
)

// Worked returns how long the processors have worked for this process. Other
// processes on the machine change it little.
func Worked(b *testing.B) time.Duration {
	var used syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &used); err != nil {
		b.Fatal(err)
	}
	return time.Duration(used.Utime.Nano() + used.Stime.Nano())
}

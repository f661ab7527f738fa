//go:build !unix

package candidate

import (
	"errors"
	"fmt"
	"os/exec"
	"runtime"
)

// Startable returns why no program can be judged here.
func Startable() error {
	return fmt.Errorf("a candidate needs process groups, so that nothing of it is left running, and %s has none: run this command on Linux, on macOS or in WSL", runtime.GOOS)
}

// Nothing is started here, so the rest is never called.

func ownGroup(*exec.Cmd) {}

func killGroup(int) {}

func readNow(uintptr, []byte) (int, error) { return 0, errors.ErrUnsupported }

func writeNow(uintptr, []byte) (int, error) { return 0, errors.ErrUnsupported }

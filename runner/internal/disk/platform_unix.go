//go:build unix

package disk

import (
	"errors"
	"os"
	"syscall"
)

// hold locks a file until it is closed. It waits for the lock, or else returns
// ErrHeld if another process has it.
func hold(file *os.File, wait bool) error {
	how := syscall.LOCK_EX
	if !wait {
		how |= syscall.LOCK_NB
	}
	for {
		err := syscall.Flock(int(file.Fd()), how)
		switch {
		case errors.Is(err, syscall.EWOULDBLOCK):
			return ErrHeld
		case !errors.Is(err, syscall.EINTR):
			return err
		}
	}
}

// SyncFolder syncs the names in a folder to the disk.
func SyncFolder(path string) error { return sync(path, os.O_RDONLY) }

//go:build unix

package candidate

import (
	"os/exec"
	"syscall"
)

// Startable returns nil: here programs can be judged.
func Startable() error { return nil }

// ownGroup puts the command into a process group of its own. A Ctrl-C at the
// terminal then reaches only the harness, and the group can be killed at once.
func ownGroup(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
}

// killGroup ends every process of the group that pid leads.
func killGroup(pid int) {
	_ = syscall.Kill(-pid, syscall.SIGKILL)
}

// readNow and writeNow read and write once, without waiting.
func readNow(fd uintptr, buf []byte) (int, error)   { return syscall.Read(int(fd), buf) }
func writeNow(fd uintptr, line []byte) (int, error) { return syscall.Write(int(fd), line) }

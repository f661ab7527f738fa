package candidate

import (
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"sync/atomic"
	"syscall"
)

// Mark is the environment variable that marks every child with a value of its own,
// so that processes that it leaves behind can be recognised.
const Mark = "QUOCK_CANDIDATE"

// ours is the prefix of all marks of this process. The random part distinguishes it
// from an earlier or later process with the same id.
var (
	ours  = fmt.Sprintf("%s=%d.%x.", Mark, os.Getpid(), rand.Uint64())
	marks atomic.Int64
)

func newMark() string { return fmt.Sprint(ours, marks.Add(1), ".") }

// ownGroup puts the command into a process group of its own. A Ctrl-C at the
// terminal then reaches only the harness, and the group can be killed at once.
func ownGroup(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
}

// killGroup ends every process of the group that pid leads.
func killGroup(pid int) {
	_ = syscall.Kill(-pid, syscall.SIGKILL)
}

package candidate

import (
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"sync/atomic"
	"syscall"
)

// Mark is the environment variable that every child bears, with a value of its
// own, so that what it leaves behind can be told from all else.
const Mark = "QUOCK_CANDIDATE"

// ours is the beginning of all marks of this process. The random part tells it
// from another process that had or will have the same id.
var (
	ours  = fmt.Sprintf("%s=%d.%x.", Mark, os.Getpid(), rand.Uint64())
	marks atomic.Int64
)

func newMark() string { return fmt.Sprint(ours, marks.Add(1), ".") }

// ownGroup puts the command into a process group of its own, so that a
// Ctrl-C at the terminal reaches the harness alone and the group can be killed
// as one.
func ownGroup(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
}

// killGroup ends every process of the group that pid leads.
func killGroup(pid int) {
	_ = syscall.Kill(-pid, syscall.SIGKILL)
}

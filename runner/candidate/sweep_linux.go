package candidate

import (
	"bytes"
	"os"
	"path/filepath"
	"strconv"
	"syscall"
)

// sweep ends every process whose environment holds the mark: children that
// left their parent's group. One that has emptied its environment as well is
// beyond it.
func sweep(mark string) {
	wanted := append([]byte(mark), 0)
	environs, _ := filepath.Glob("/proc/[0-9]*/environ")
	for _, path := range environs {
		env, err := os.ReadFile(path)
		if err != nil || !bytes.Contains(env, wanted) {
			continue
		}
		if pid, err := strconv.Atoi(filepath.Base(filepath.Dir(path))); err == nil {
			_ = syscall.Kill(pid, syscall.SIGKILL)
		}
	}
}

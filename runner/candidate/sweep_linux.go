package candidate

import (
	"bytes"
	"os"
	"strconv"
	"syscall"
	"time"
)

// sweeping is how long a sweep goes on at most: a process that the kernel holds
// cannot be ended.
const sweeping = 10 * time.Second

// sweep ends every process whose mark begins so: children that left their
// parent's group. One may have forked while it was looked for, so sweep goes on
// until nothing was found twice. A process that has emptied its environment is
// beyond it.
func sweep(mark string) {
	deadline := time.Now().Add(sweeping)
	for clean := 0; clean < 2 && time.Now().Before(deadline); {
		if killMarked(mark) {
			clean = 0
			time.Sleep(time.Millisecond)
			continue
		}
		clean++
	}
}

// killMarked reports whether it found a process to end. One that has ended and
// was not waited for has no environment.
func killMarked(mark string) (found bool) {
	self := os.Getpid()
	proc, err := os.Open("/proc")
	if err != nil {
		return false
	}
	defer proc.Close()
	names, _ := proc.Readdirnames(-1)
	for _, name := range names {
		pid, err := strconv.Atoi(name)
		if err != nil || pid == self {
			continue
		}
		env, err := os.ReadFile("/proc/" + name + "/environ")
		if err == nil && (bytes.HasPrefix(env, []byte(mark)) || bytes.Contains(env, []byte("\x00"+mark))) {
			found = syscall.Kill(pid, syscall.SIGKILL) == nil || found
		}
	}
	return found
}

// The flag of a process that is about to end, and the place of the flags among
// the fields behind a process's name in its stat file.
const exitingFlag, flagsField = 0x4, 6

// exiting reports whether a child has ended, or is about to: it has closed its
// files, and the kernel has not handed it to us yet.
func exiting(pid int) bool {
	stat, err := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/stat")
	if err != nil {
		return true
	}
	fields := bytes.Fields(stat[bytes.LastIndexByte(stat, ')')+1:])
	if len(fields) <= flagsField {
		return false
	}
	flags, _ := strconv.ParseUint(string(fields[flagsField]), 10, 64)
	return fields[0][0] == 'Z' || fields[0][0] == 'X' || flags&exitingFlag != 0
}

package candidate

import (
	"bytes"
	"os"
	"strconv"
	"syscall"
	"time"
)

// sweeping is the longest time that sweep takes: a process that the kernel holds
// cannot be killed.
const sweeping = 10 * time.Second

// reap kills every process whose mark has this prefix: children that left their
// parent's group. A process may fork during the search, so reap repeats it until it
// finds nothing twice. It cannot find a process that has cleared its environment.
func reap(mark string) {
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

// killMarked reports whether it found a process to kill, or one that may yet show a
// mark. A zombie has no environment.
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
		} else if err == nil && len(env) == 0 {
			found = starting(pid) || found
		}
	}
	return found
}

// The flags of a process that is about to end and of a thread of the kernel, and the
// index of the flags among the fields after a process's name in its stat file.
const exitingFlag, kernelFlag, flagsField = 0x4, 0x200000, 6

// exiting reports whether a child has ended or is about to end: it has closed its
// files, but the kernel does not let us wait for it yet.
func exiting(pid int) bool {
	state, flags := stat(pid)
	return ended(state) || flags&exitingFlag != 0
}

// starting reports whether a process without environment is in the middle of an
// execve: then it has no arguments either, until the kernel has copied both.
func starting(pid int) bool {
	args, err := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/cmdline")
	if err != nil || len(args) > 0 {
		return false
	}
	state, flags := stat(pid)
	return !ended(state) && flags&kernelFlag == 0
}

func ended(state byte) bool { return state == 'Z' || state == 'X' }

// stat returns the state and the flags of a process. One that is gone is dead; one
// whose file cannot be understood has state 0.
func stat(pid int) (state byte, flags uint64) {
	line, err := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/stat")
	if err != nil {
		return 'X', 0
	}
	fields := bytes.Fields(line[bytes.LastIndexByte(line, ')')+1:])
	if len(fields) <= flagsField {
		return 0, 0
	}
	flags, _ = strconv.ParseUint(string(fields[flagsField]), 10, 64)
	return fields[0][0], flags
}

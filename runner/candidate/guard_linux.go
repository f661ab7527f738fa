package candidate

import (
	"io"
	"os"
	"os/exec"
	"os/signal"
	"runtime"
	"sync"
	"syscall"
)

// A child dies with us, however we end. The kernel ends the process that we
// started (PR_SET_PDEATHSIG); what that one started in turn is ended by a guard,
// a process of ours that waits for the end of this one and then sweeps.

// spawns are the commands to start. The kernel means the thread that started a
// process when it asks whether the parent has ended, so one thread starts all,
// and it never ends.
var spawns = sync.OnceValue(func() chan<- func() {
	todo := make(chan func())
	go func() {
		runtime.LockOSThread()
		for start := range todo {
			start()
		}
	}()
	return todo
})

// spawn starts the command, which will not outlive us.
func spawn(cmd *exec.Cmd) error {
	guarded()
	cmd.SysProcAttr.Pdeathsig = syscall.SIGKILL
	started := make(chan error)
	spawns() <- func() { started <- cmd.Start() }
	return <-started
}

// guardEnv is the environment variable that makes a program a guard: the marks to
// sweep. It works in every program that this package is part of.
const guardEnv = "QUOCK_GUARD"

func init() {
	if mark := os.Getenv(guardEnv); mark != "" {
		guard(mark)
		os.Exit(0)
	}
}

// guard waits for the end of its input, which is the end of the process that
// started it, and ends what that left behind.
func guard(mark string) {
	signal.Ignore(syscall.SIGINT, syscall.SIGTERM, syscall.SIGHUP)
	_, _ = io.Copy(io.Discard, os.Stdin)
	sweep(mark)
}

// guarded starts the guard once. Its input is a pipe whose other end this process
// alone holds, for as long as it lives. Without a guard only grandchildren could
// be left, and only when we are killed; so an error is none.
var guarded = sync.OnceValue(func() *os.File {
	in, held, err := os.Pipe()
	if err != nil {
		return nil
	}
	cmd := exec.Command("/proc/self/exe")
	cmd.Dir, cmd.Env, cmd.Stdin = "/", []string{guardEnv + "=" + ours}, in
	cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
	if cmd.Start() == nil {
		go func() { _ = cmd.Wait() }()
	}
	_ = in.Close()
	return held
})

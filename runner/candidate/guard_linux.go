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

// A child dies with this process, however this process ends. The kernel kills the
// child itself (PR_SET_PDEATHSIG). A guard kills the child's own children: it is a
// process that waits for the end of this one and then reaps.

// spawns are the commands to start. For PR_SET_PDEATHSIG the parent is the thread
// that started the child, not the process. So one thread starts all children, and it
// never ends.
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

// spawn starts the command, which will not outlive this process.
func spawn(cmd *exec.Cmd) error {
	guarded()
	cmd.SysProcAttr.Pdeathsig = syscall.SIGKILL
	started := make(chan error)
	spawns() <- func() { started <- cmd.Start() }
	return <-started
}

// guardEnv is the environment variable that makes a program a guard; its value is the
// prefix of the marks to reap. It works in every program that imports this package.
const guardEnv = "QUOCK_GUARD"

func init() {
	if mark := os.Getenv(guardEnv); mark != "" {
		guard(mark)
		os.Exit(0)
	}
}

// guard waits for the end of its input, which means that the process that started it
// has ended, and kills what that process left behind.
func guard(mark string) {
	signal.Ignore(syscall.SIGINT, syscall.SIGTERM, syscall.SIGHUP)
	_, _ = io.Copy(io.Discard, os.Stdin)
	reap(mark)
}

// guarded starts the guard once. Only this process holds the other end of the
// guard's input. An error is ignored: without a guard, only grandchildren can be left
// behind, and only if this process is killed.
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

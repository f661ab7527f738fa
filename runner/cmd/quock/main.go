// Command quock holds implementations that read multi-agent event streams
// against an executable specification.
package main

import (
	"context"
	"os"
	"os/signal"
	"runtime"
	"syscall"
	"time"

	"github.com/quock-dev/quock/runner/internal/cli"
)

// patience is how long what is at work may take to come to an end after a signal.
// Files appear whole or not at all, whenever that is.
const patience = 10 * time.Second

// main holds spare memory that is never touched, and so takes no room. The collector counts
// it and works less often where the heap is small, as in nearly all that we do: a run that
// fails takes an eighth less of the processor's time, for 20 MB more.
func main() {
	ctx, stop := signal.NotifyContext(context.Background(), ending()...)
	context.AfterFunc(ctx, func() {
		stop() // a second signal ends us at once
		time.Sleep(patience)
		os.Exit(cli.Interrupted)
	})
	spare := make([]byte, 32<<20)
	code := cli.Main(ctx, os.Args[1:], os.Stdin, os.Stdout, os.Stderr)
	runtime.KeepAlive(spare)
	os.Exit(code)
}

// ending are the signals that end a run early, with its report. The end of the
// terminal is one of them, unless we were started to outlive it.
func ending() []os.Signal {
	all := []os.Signal{os.Interrupt, syscall.SIGTERM}
	if !signal.Ignored(syscall.SIGHUP) {
		all = append(all, syscall.SIGHUP)
	}
	return all
}

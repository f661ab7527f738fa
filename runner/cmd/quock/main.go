// Command quock holds implementations that read multi-agent event streams
// against an executable specification.
package main

import (
	"context"
	"os"
	"os/signal"
	"syscall"
	"time"

	"github.com/quock-dev/quock/runner/internal/cli"
)

// patience is how long what is at work may take to come to an end after a signal.
// Files appear whole or not at all, whenever that is.
const patience = 10 * time.Second

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	context.AfterFunc(ctx, func() {
		stop() // a second signal ends us at once
		time.Sleep(patience)
		os.Exit(cli.Interrupted)
	})
	os.Exit(cli.Main(ctx, os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
}

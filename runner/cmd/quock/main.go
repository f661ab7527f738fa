// Command quock holds implementations that read multi-agent event streams
// against an executable specification.
package main

import (
	"context"
	"os"
	"os/signal"
	"syscall"

	"github.com/quock-dev/quock/runner/internal/cli"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	context.AfterFunc(ctx, stop) // a second signal ends us at once
	os.Exit(cli.Main(ctx, os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
}

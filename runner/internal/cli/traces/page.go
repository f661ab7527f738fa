package traces

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"net"
	"net/http"
	"strconv"
	"time"

	"github.com/spf13/cobra"

	"github.com/quock-dev/quock/runner/internal/cli/console"
	"github.com/quock-dev/quock/runner/page/site"
)

// pagePort is one port for all runs, as a browser keeps the page for each.
const pagePort = 7717

func (c commands) page() *cobra.Command {
	port := pagePort
	cmd := &cobra.Command{
		Use:   "page",
		Short: "Serve the page that a trace is dropped on, for browsers of this machine",
		Long: `Serve the page that a trace is dropped on, on loopback, until you interrupt it. The page checks, shows
and distills traces in the browser and sends nothing anywhere. Once it is loaded it works without this
command, too.

The page is in quock where "make drop-page" was run before "make build".

Exit codes: 0 it was interrupted; 2 this quock has no page, or the port is taken.`,
		Example: "  quock page\n  quock page --port 0",
		Args:    console.Arguments(cobra.NoArgs),
		RunE: func(cmd *cobra.Command, _ []string) error {
			files, err := site.Files()
			if err != nil {
				return console.Exit(console.Usage, err)
			}
			return c.serve(cmd.Context(), files, port)
		},
	}
	cmd.Flags().IntVar(&port, "port", pagePort, "the port; 0 is any that is free")
	return cmd
}

// serve serves the page until it is interrupted.
func (c commands) serve(ctx context.Context, files fs.FS, port int) error {
	at, err := new(net.ListenConfig).Listen(ctx, "tcp", net.JoinHostPort("127.0.0.1", strconv.Itoa(port)))
	if err != nil {
		return console.Exit(console.Usage, fmt.Errorf("serving the page; --port 0 takes a port that is free: %w", err))
	}
	server := &http.Server{Handler: site.Handler(files), ReadHeaderTimeout: 10 * time.Second}
	defer context.AfterFunc(ctx, func() { _ = server.Close() })()
	fmt.Fprintf(c.Out, "http://%s%s\n", at.Addr(), site.Path)
	if err := server.Serve(at); !errors.Is(err, http.ErrServerClosed) {
		return fmt.Errorf("serving the page: %w", err)
	}
	return nil
}

package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/spf13/cobra"

	"github.com/quock-dev/quock/runner/trace"
	"github.com/quock-dev/quock/spec/wire"
)

func (c console) check() *cobra.Command {
	options := trace.Options{}
	cmd := &cobra.Command{
		Use:   "check [flags] TRACE",
		Short: "Say what a recorded stream means, and what its producer did wrong",
		Long: `Say what a recorded stream means, and what its producer did wrong.

The dialect is found by content. It ends with 0 if the stream completed (or, in a dialect that does
not say how a run ends, nothing is open), all of it could be read and no MUST for producers is
broken; else with 1. TRACE - is standard input.`,
		Example: `  quock check trace.jsonl
  quock check --dialect langgraph:python stream.sse`,
		Args: arguments(cobra.ExactArgs(1)),
		RunE: func(cmd *cobra.Command, args []string) error {
			return c.checkTrace(cmd.Context(), args[0], options)
		},
	}
	cmd.Flags().StringVar(&options.Dialect, "dialect", "", "the stream's `dialect`, bare or with a variant, instead of finding it by content")
	cmd.Flags().IntVar(&options.Limits.Line, "max-line", wire.DefaultLine, "the longest line, in bytes")
	cmd.Flags().IntVar(&options.Limits.Depth, "max-depth", wire.DefaultDepth, "how deep a record may nest")
	return cmd
}

func (c console) checkTrace(ctx context.Context, name string, o trace.Options) error {
	file, err := c.open(name)
	if err != nil {
		return exit(exitUsage, fmt.Errorf("trace %s: %w", name, err))
	}
	defer file.Close()
	reading, err := trace.Read(stoppable{ctx, file}, o)
	if reading.Records > 0 {
		if printed := reading.Print(c.out); printed != nil {
			return fmt.Errorf("writing the report: %w", printed)
		}
	}
	switch {
	case ctx.Err() != nil:
		return exit(exitInterrupted, fmt.Errorf("trace %s: interrupted behind record %d", name, reading.Records))
	case errors.Is(err, trace.ErrEmpty), errors.Is(err, trace.ErrBinary), errors.Is(err, trace.ErrDialect):
		return exit(exitUsage, fmt.Errorf("trace %s: %w", name, err))
	case err != nil:
		return exit(exitIncomplete, fmt.Errorf("trace %s: %w", name, err))
	case !reading.Successful():
		return exit(exitFailed, nil)
	}
	return nil
}

// open opens a trace. Standard input is kept in a file that has no name, since
// a trace is looked at before it is read.
func (c console) open(name string) (*os.File, error) {
	if name != "-" {
		file, err := os.Open(name)
		if err != nil {
			return nil, errors.Unwrap(err)
		}
		if info, err := file.Stat(); err == nil && info.IsDir() {
			file.Close()
			return nil, errors.New("is a folder; name one file in it")
		}
		return file, nil
	}
	file, err := os.CreateTemp("", "quock-trace-*")
	if err != nil {
		return nil, fmt.Errorf("keeping standard input: %w", err)
	}
	_ = os.Remove(file.Name())
	if _, err := io.Copy(file, c.in); err != nil {
		file.Close()
		return nil, fmt.Errorf("keeping standard input: %w", err)
	}
	_, err = file.Seek(0, io.SeekStart)
	return file, err
}

// stoppable is a file whose reading ends with a context.
type stoppable struct {
	ctx context.Context
	*os.File
}

func (s stoppable) Read(p []byte) (int, error) {
	if err := s.ctx.Err(); err != nil {
		return 0, err
	}
	return s.File.Read(p)
}

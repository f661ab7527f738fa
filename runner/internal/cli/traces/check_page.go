package traces

import (
	"context"
	"io"
	"os"

	"github.com/quock-dev/quock/runner/internal/input"
	"github.com/quock-dev/quock/runner/internal/trace"
	"github.com/quock-dev/quock/runner/internal/tracepage"
)

// checkPage writes the page of a trace: what check says, and the lanes. It reads the
// stream once more, before the file is made. broken says why the reading broke off, if it
// did.
func (c commands) checkPage(ctx context.Context, file *os.File, place trace.Place, r *trace.Reading, broken error, f *checkFlags) error {
	return c.WritePage(f.html, func(to io.Writer) error {
		return tracepage.Write(to, input.Until(ctx, file), place.Name, r, broken, f.Options, f.lines)
	})
}

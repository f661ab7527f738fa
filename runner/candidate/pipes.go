package candidate

import (
	"errors"
	"os"
)

// pipeEnds are the ends of the three pipes of a child.
type pipeEnds struct {
	childIn, stdin, stdout, childOut, stderr, childErr *os.File
}

func openPipes() (*pipeEnds, error) {
	e := &pipeEnds{}
	var errs [3]error
	e.childIn, e.stdin, errs[0] = os.Pipe()
	e.stdout, e.childOut, errs[1] = os.Pipe()
	e.stderr, e.childErr, errs[2] = os.Pipe()
	if err := errors.Join(errs[:]...); err != nil {
		e.closeChildEnds()
		e.closeOurEnds()
		return nil, err
	}
	return e, nil
}

func (e *pipeEnds) closeChildEnds() { closeAll(e.childIn, e.childOut, e.childErr) }
func (e *pipeEnds) closeOurEnds()   { closeAll(e.stdin, e.stdout, e.stderr) }

func closeAll(files ...*os.File) {
	for _, f := range files {
		_ = f.Close() // a nil file says so and does no harm
	}
}

package adapted

import (
	"slices"
	"strings"

	"github.com/quock-dev/quock/spec"
)

// call returns the shared parts of a call. The caller adds metadata.
func (s *Shared) call(c spec.Call) spec.Call {
	c.Metadata = nil
	if !s.both(childLink) || s.One {
		c.Child = nil
	}
	c.Status = s.status(&c)
	if !s.Same {
		c.IsError = c.Status == spec.Failed
	}
	return c
}

// status returns how a call ended, in words of both dialects.
func (s *Shared) status(c *spec.Call) spec.Status {
	answered := spec.Done
	if s.both(errorResults) && (c.IsError || c.Status == spec.Failed || c.Status == spec.Denied) {
		answered = spec.Failed
	}
	switch c.Status {
	case spec.Done, spec.Failed:
		return answered
	case spec.Denied:
		if s.Same {
			return c.Status
		}
		return answered
	case spec.Cancelled:
		switch {
		case s.both(cancels), s.Same:
			return c.Status
		case len(c.Result) > 0 && s.both(errorResults): // what did not run is no success
			return spec.Failed
		}
	case spec.Waiting:
		if s.both(waits) {
			return c.Status
		}
	}
	switch {
	case s.Same:
		return c.Status
	case len(c.Result) > 0: // a late result, which the output need not mark as late
		return answered
	}
	return spec.Abandoned
}

func (s *Shared) loose(calls []spec.Call) []spec.Call {
	var all []spec.Call
	for _, c := range calls {
		metadata := s.metadata(c.Metadata, "", true)
		c = s.call(c)
		c.Metadata = metadata
		all = append(all, c)
	}
	return all
}

func sortedByID(calls []spec.Call) []spec.Call {
	slices.SortStableFunc(calls, func(a, b spec.Call) int { return strings.Compare(a.ID, b.ID) })
	return calls
}

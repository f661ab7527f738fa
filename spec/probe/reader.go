package probe

import (
	"errors"
	"reflect"
	"slices"
)

// A StreamReader reads one stream from its beginning. It is what an implementation in
// Go has to provide; NewCandidate makes a candidate of it.
type StreamReader interface {
	// Feed takes the next record, or the next chunk with intake bytes. An error
	// refuses the stream there, and leaves the transcript as it was. A *Rejected gives
	// the reason; any other error means malformed.
	Feed(record []byte) error
	// Finish takes the end of the input. Its error is like that of Feed.
	Finish(end End) error
	// Transcript returns what the stream means so far. It is copied, so the reader
	// may keep and change its own.
	Transcript() Transcript
}

// NewCandidate makes a candidate of a reader. For each run newReader makes a reader for
// a stream of the dialect, which has its variant where there are several. The answer to
// hello needs Name, Dialects and Observes; the version of the contract is filled in, and
// the role is reducer if it has none.
func NewCandidate(hello HelloReply, newReader func(dialect string) StreamReader) Candidate {
	hello.Probe = Version
	if hello.Role == "" {
		hello.Role = Reducer
	}
	return &readerCandidate{hello, newReader}
}

type readerCandidate struct {
	hello     HelloReply
	newReader func(dialect string) StreamReader
}

func (c *readerCandidate) Hello() HelloReply { return c.hello }

// Run feeds the stream to a new reader and copies its transcript where it is asked.
func (c *readerCandidate) Run(req *RunRequest) (*RunReply, error) {
	reader, reply := c.newReader(req.Dialect), &RunReply{ID: req.ID}
	for at := 0; at <= req.Records(); at++ {
		if err := feed(reader, req, at); err != nil {
			reply.Rejected = rejected(at, err)
			break
		}
		if _, asked := slices.BinarySearch(req.Observe, at); asked {
			reply.Observations = append(reply.Observations, copied(reader.Transcript()))
		}
	}
	if reply.Rejected == nil {
		if err := reader.Finish(req.ending()); err != nil {
			reply.Rejected = rejected(req.Records()+1, err)
		}
	}
	final := copied(reader.Transcript())
	reply.Final = &final
	return reply, nil
}

// feed gives the reader the record of that number; 0 is none.
func feed(reader StreamReader, req *RunRequest, at int) error {
	switch {
	case at == 0:
		return nil
	case len(req.Chunks) > 0:
		return reader.Feed(req.Chunks[at-1])
	}
	return reader.Feed(req.Events[at-1])
}

func (r *RunRequest) ending() End {
	if r.End == "" {
		return EOF
	}
	return r.End
}

func rejected(at int, err error) *Rejected {
	own := Rejected{Reason: Malformed, Message: err.Error()}
	var given *Rejected
	if errors.As(err, &given) {
		own = *given
	}
	own.At = at
	return &own
}

// Error is the reason with the message, for a StreamReader that returns it.
func (r *Rejected) Error() string {
	if r.Message == "" {
		return string(r.Reason)
	}
	return string(r.Reason) + ": " + r.Message
}

// copied is a transcript that shares no memory with the given one.
func copied(t Transcript) Transcript {
	own := reflect.New(reflect.TypeOf(t)).Elem()
	copyInto(own, reflect.ValueOf(t))
	return own.Interface().(Transcript)
}

func copyInto(to, from reflect.Value) {
	switch from.Kind() {
	case reflect.Struct:
		for i := range from.NumField() {
			copyInto(to.Field(i), from.Field(i))
		}
	case reflect.Slice:
		if from.IsNil() {
			return
		}
		to.Set(reflect.MakeSlice(from.Type(), from.Len(), from.Len()))
		for i := range from.Len() {
			copyInto(to.Index(i), from.Index(i))
		}
	case reflect.Pointer:
		if from.IsNil() {
			return
		}
		to.Set(reflect.New(from.Type().Elem()))
		copyInto(to.Elem(), from.Elem())
	default:
		to.Set(from)
	}
}

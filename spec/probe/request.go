package probe

import "fmt"

// A Request is what the harness asks, read: one of the fields is set.
type Request struct {
	Hello *Hello
	Run   *RunRequest
	Load  *LoadRequest
	Quit  bool
}

// ParseRequest reads a request, for a candidate. An operation that is not known
// is a *ProtocolError.
func ParseRequest(line []byte, l Limits) (*Request, *ProtocolError) {
	if bad := isObject(line); bad != nil {
		return nil, bad
	}
	var head struct {
		Op Op `json:"op"`
	}
	if bad := decode(line, &head, l); bad != nil {
		return nil, bad
	}
	var r Request
	var into any
	switch head.Op {
	case OpHello:
		r.Hello = new(Hello)
		into = r.Hello
	case OpRun:
		r.Run = new(RunRequest)
		into = r.Run
	case OpLoad:
		r.Load = new(LoadRequest)
		into = r.Load
	case OpQuit:
		r.Quit = true
		return &r, nil
	default:
		return nil, notOneOf("op", head.Op, []Op{OpHello, OpRun, OpLoad, OpQuit})
	}
	if bad := decode(line, into, l); bad != nil {
		return nil, bad
	}
	if r.Run != nil {
		if bad := r.Run.Check(); bad != nil {
			return nil, bad
		}
	}
	return &r, nil
}

// Check reports what is wrong with a run before it is sent or served: its
// positions and its end.
func (r *RunRequest) Check() *ProtocolError {
	if len(r.Events) > 0 && len(r.Chunks) > 0 {
		return wrong("events", "are there and chunks too", "a run has one of the two")
	}
	if r.End != "" && r.End != EOF && r.End != Cut {
		return notOneOf("end", r.End, Ends())
	}
	if bad := positions("observe", r.Observe, r.Records()); bad != nil {
		return bad
	}
	return positions("reload", r.Reload, r.Records())
}

func positions(path string, list []int, n int) *ProtocolError {
	for i, at := range list {
		if at < 0 || at > n || i > 0 && at <= list[i-1] {
			return wrong(fmt.Sprintf("%s[%d]", path, i), fmt.Sprintf("is %d", at),
				fmt.Sprintf("positions increase strictly, within 0..%d", n))
		}
	}
	return nil
}

package reading

import (
	"strings"

	"github.com/quock-dev/quock/spec"
)

// NewNodes returns a decoder to which a graph node is a session that speaks, as
// the policy workers has it (wire.NodeReader).
func NewNodes(variant string) *StreamDecoder {
	d := New(variant)
	d.apart = homes{}
	return d
}

// homes are, where nodes are sessions, the session in which each message or call of a
// graph came first: its other sessions list it again. The key is the graph's session and
// the id.
type homes map[[2]string]string

// sessionOf is the session of a namespace without a task of its own.
func (d *decoder) sessionOf(path []string) string {
	if d.apart == nil {
		return SessionOf(path)
	}
	return JoinPath(toWorker(path))
}

// taskIn is the session of a task, which is the last segment: an agent's own node or tool
// is in the session around it.
func (d *decoder) taskIn(path []string) string {
	if d.apart == nil {
		return SessionOf(DropLast(path))
	}
	if n := len(path) - 1; n >= 0 && strings.HasPrefix(path[n], ToolsSegment) {
		path = path[:n]
	}
	return JoinPath(toWorker(path))
}

// toWorker is a namespace up to the last segment of a delegation or a worker.
func toWorker(path []string) []string {
	for n := len(path); n > 0; n-- {
		if name, _, _ := strings.Cut(path[n-1], ":"); strings.HasPrefix(path[n-1], ToolsSegment) || !IsOwn(name) {
			return path[:n]
		}
	}
	return nil
}

// workerOf is the graph that the session of a node is in, and the node.
func workerOf(session string) (graph, node string, ok bool) {
	last := session[strings.LastIndexByte(session, '|')+1:]
	node, _, ok = strings.Cut(last, ":")
	return SessionOf(Path(session)), node, ok && !strings.HasPrefix(last, ToolsSegment)
}

// home is the session of a message: where its id came first. A result that is told of
// the graph is where its call was announced last.
func (h homes) home(session string, m *message) string {
	graph, _, works := workerOf(session)
	switch key := [2]string{graph, m.id}; {
	case h == nil || m.role == roleTool && works || m.role != roleTool && m.id == "":
		return session
	case m.role == roleTool:
		key[1] = callKey + m.call
		if at, ok := h[key]; ok {
			return at
		}
		return session
	default:
		if at, ok := h[key]; ok {
			return at
		}
		h[key] = session
		return session
	}
}

const callKey = "call\x00"

// found remembers where a call was announced last.
func (d *decoder) found(e *spec.Event) {
	if d.apart == nil {
		return
	}
	key := [2]string{SessionOf(Path(e.Session)), ""}
	switch e.Kind {
	case spec.CallOpen:
		key[1] = callKey + e.Call
		d.apart[key] = e.Session
	case spec.MessageFull:
		for i := range e.Messages {
			for j := range e.Messages[i].Parts {
				if p := &e.Messages[i].Parts[j]; p.Kind == spec.CallPart {
					key[1] = callKey + p.Call
					d.apart[key] = e.Session
				}
			}
		}
	}
}

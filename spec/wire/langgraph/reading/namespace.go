package reading

import (
	"slices"
	"strings"

	"github.com/quock-dev/quock/spec/wire/scan"
)

const ToolsSegment = "tools:"

// SessionOf joins the segments that delegation made.
func SessionOf(path []string) string {
	var id []byte
	for _, segment := range path {
		if !strings.HasPrefix(segment, ToolsSegment) {
			continue
		}
		if len(id) > 0 {
			id = append(id, '|')
		}
		id = append(id, segment...)
	}
	return string(id)
}

// ParentOf is the session without its last segment.
func ParentOf(session string) string {
	i := strings.LastIndexByte(session, '|')
	return session[:max(i, 0)]
}

// Below is the session of a task that runs in session.
func Below(session, task string) string {
	if session != "" {
		session += "|"
	}
	return session + ToolsSegment + task
}

// A shape is a convention for the namespaces of the mode messages.
type shape bool

const (
	wholeNamespace   shape = false // JavaScript: the task's own segment included
	droppedNamespace shape = true  // Python: the task's own segment dropped
)

// spokenIn is the session of a record of mode messages; full is the checkpoint
// namespace in its metadata.
func (d *decoder) spokenIn(f *frame, full []string, result bool) string {
	switch {
	case !f.scoped:
		return d.taskIn(full)
	case len(full) > 0 && slices.Equal(f.path, full):
		d.shape = wholeNamespace
		return d.taskIn(f.path)
	case len(full) > 0 && slices.Equal(f.path, DropLast(full)):
		d.shape = droppedNamespace
		return d.taskIn(full)
	}
	rest := d.stripped(f.path, result)
	if len(rest) < len(f.path) {
		return d.taskIn(f.path)
	}
	return d.sessionOf(rest)
}

// stripped drops the task's own segment of a namespace that no metadata
// explains. A model call is never a task of the node tools.
func (d *decoder) stripped(path []string, result bool) []string {
	if len(path) > 0 && !strings.HasPrefix(path[len(path)-1], ToolsSegment) {
		d.shape = wholeNamespace
		return DropLast(path)
	}
	if !result || len(path) == 0 {
		d.shape = droppedNamespace
	}
	if d.shape == wholeNamespace {
		return DropLast(path)
	}
	return path
}

// worker is the node that a message in that namespace, from that node, is told to be
// by: the innermost one of its session that is no prebuilt agent's own; "" if none is.
// Such a node is a subgraph, or calls a model itself; Send may run it many times at
// once.
func worker(path []string, node string) string {
	if !IsOwn(node) {
		return node
	}
	for i := len(path) - 1; i >= 0 && !strings.HasPrefix(path[i], ToolsSegment); i-- {
		if name, _, _ := strings.Cut(path[i], ":"); !IsOwn(name) {
			return strings.Clone(name)
		}
	}
	return ""
}

// IsOwn reports whether a node is one of a prebuilt agent's own: LangChain's call the
// model in model or model_request, and before in agent; a middleware's is named by its hook.
func IsOwn(node string) bool {
	switch node {
	case "", "model", "model_request", "agent", "tools":
		return true
	}
	i := strings.LastIndexByte(node, '.')
	return i > 0 && slices.Contains(hooks, node[i+1:])
}

var hooks = []string{"before_agent", "before_model", "after_model", "after_agent"}

func DropLast(path []string) []string { return path[:max(len(path)-1, 0)] }

// checkpointPath is the checkpoint namespace that metadata gives.
func checkpointPath(metadata scan.Value) []string {
	ns, ok := metadata.Get("langgraph_checkpoint_ns").Text()
	if !ok {
		ns, _ = metadata.Get("checkpoint_ns").Text()
	}
	if ns == "" {
		return nil
	}
	return strings.Split(ns, "|")
}

// JoinPath is what Path takes apart.
func JoinPath(path []string) string { return strings.Join(path, "|") }

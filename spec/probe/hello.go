package probe

import (
	"fmt"
	"slices"
	"strings"

	"github.com/quock-dev/quock/spec"
)

// ParseHelloReply reads and checks the answer to hello.
func ParseHelloReply(line []byte, l Limits) (*HelloReply, *ProtocolError) {
	var h HelloReply
	if bad := decodeAnswer(line, &h, l); bad != nil {
		return nil, bad
	}
	if bad := h.check(); bad != nil {
		return nil, bad
	}
	if h.Intake == "" {
		h.Intake = IntakeEvents
	}
	h.Unknown = UnknownKeys(line, &h)
	return &h, nil
}

func (h *HelloReply) check() *ProtocolError {
	switch {
	case h.Probe != Version:
		return wrong("probe", fmt.Sprintf("is %d", h.Probe), fmt.Sprintf("answer with version %d of the contract", Version))
	case h.Name == "":
		return missing("name", "give the candidate a name")
	case len(h.Dialects) == 0:
		return missing("dialects", "name at least one dialect that the candidate reads")
	case !slices.Contains(Roles(), h.Role):
		return notOneOf("role", h.Role, Roles())
	case h.Intake != "" && !slices.Contains(Intakes(), h.Intake):
		return notOneOf("intake", h.Intake, Intakes())
	case h.Role == Adapter && len(h.Outputs) == 0:
		return missing("outputs", "name the dialects that the adapter writes")
	case h.Role != Adapter && len(h.Observes) == 0:
		return missing("observes", "name the parts of the transcript that the candidate reports")
	}
	return h.checkLists()
}

func (h *HelloReply) checkLists() *ProtocolError {
	for i, part := range h.Observes {
		if !slices.Contains(PartNames(), part) {
			return notOneOf(fmt.Sprintf("observes[%d]", i), part, PartNames())
		}
	}
	for i, field := range h.Lacks {
		if !slices.Contains(spec.FieldNames(), field) {
			return notOneOf(fmt.Sprintf("lacks[%d]", i), field, spec.FieldNames())
		}
	}
	for i, mode := range h.Modes {
		if spec.StreamMode(mode) == "" {
			return notOneOf(fmt.Sprintf("modes[%d]", i), mode, spec.StreamModes())
		}
	}
	return h.checkPolicies()
}

// Chosen returns the candidate's policies, with the defaults where it names
// none.
func (h *HelloReply) Chosen() spec.Policies {
	choice := func(name string) string {
		if v, ok := h.Policies[name]; ok {
			return v
		}
		return spec.PolicyValues()[name][0]
	}
	return spec.Policies{
		HeldAttach: choice("held-attach"), ArgumentsComplete: choice("arguments-complete"),
		HistoryForm: choice("history-form"), LogCap: choice("log-cap"), StoreAt: choice("store-at"),
		Reload: choice("reload"), Bodies: choice("bodies"), EmptyData: choice("empty-data"), Workers: choice("workers"),
	}
}

func isObject(line []byte) *ProtocolError {
	if len(line) > 0 && line[0] == '{' {
		return nil
	}
	return &ProtocolError{
		Reason: NotJSON, What: "is no JSON object",
		Fix: "write one JSON object a line and nothing else on standard output",
	}
}

func wrong(path, what, fix string) *ProtocolError {
	return &ProtocolError{Reason: WrongValue, Path: path, What: what, Fix: fix}
}

func missing(path, fix string) *ProtocolError {
	return &ProtocolError{Reason: MissingField, Path: path, What: "is missing", Fix: fix}
}

func notOneOf[T ~string](path string, got T, allowed []T) *ProtocolError {
	words := make([]string, len(allowed))
	for i, w := range allowed {
		words[i] = string(w)
	}
	fix := "it is one of " + strings.Join(words, ", ")
	if near := spec.Nearest(string(got), words); near != "" {
		fix = fmt.Sprintf("did you mean %q? %s", near, fix)
	}
	return wrong(path, fmt.Sprintf("is %q", string(got)), fix)
}

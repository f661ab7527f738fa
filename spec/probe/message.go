package probe

import "encoding/json"

// Op names what a request asks.
type Op string

// The operations. Only hello and run are needed of a candidate; load is for
// stores that keep their state outside the process.
const (
	OpHello Op = "hello"
	OpRun   Op = "run"
	OpLoad  Op = "load"
	OpQuit  Op = "quit"
)

// Hello opens the conversation.
type Hello struct {
	Op    Op  `json:"op" jsonschema:"required,enum=hello"`
	Probe int `json:"probe" jsonschema:"required,minimum=1"`
	// Harness names the harness and its version.
	Harness string `json:"harness" jsonschema:"required"`
}

// HelloReply is how a candidate introduces itself. It has no id.
type HelloReply struct {
	Probe   int    `json:"probe" jsonschema:"required,enum=1"`
	Name    string `json:"name" jsonschema:"required,minLength=1"`
	Version string `json:"version,omitempty"`
	Role    Role   `json:"role" jsonschema:"required"`
	// Dialects that the candidate reads, each bare or with a variant.
	Dialects []string `json:"dialects" jsonschema:"required,minItems=1"`
	// Outputs are the dialects that an adapter writes.
	Outputs []string `json:"outputs,omitempty"`
	// Intake says how a run brings its stream; empty means events.
	Intake Intake `json:"intake,omitempty"`
	// Observes names the parts of the transcript that the candidate reports.
	// An adapter leaves it empty.
	Observes []string `json:"observes,omitempty"`
	// Lacks names fields of these parts that the implementation has no notion
	// of. They may be left out and are not compared.
	Lacks []string `json:"lacks,omitempty"`
	// Modes are the stream modes that the candidate reads of dialects in which each
	// record is of one (langgraph, deepagents); none means all of them.
	Modes []string `json:"modes,omitempty"`
	// Policies are the candidate's choices where the rules leave one.
	Policies map[string]string `json:"policies,omitempty"`
	// Unknown are keys of the answer that the contract does not know, as
	// ParseHelloReply found them.
	Unknown []UnknownKey `json:"-"`
}

// RunRequest is one case.
type RunRequest struct {
	Op Op    `json:"op" jsonschema:"required,enum=run"`
	ID int64 `json:"id" jsonschema:"required,minimum=0"`
	// Dialect is the stream's dialect, with its variant where there are several.
	Dialect string `json:"dialect" jsonschema:"required"`
	// Events are the records (intake events), Chunks the raw stream (intake
	// bytes); a run has one of them.
	Events []json.RawMessage `json:"events,omitzero"`
	Chunks []Chunk           `json:"chunks,omitzero"`
	// Observe are the positions to report, strictly increasing, in 0..n.
	Observe []int `json:"observe,omitempty"`
	// Reload are the positions after which a store drops its memory and loads
	// what it persisted.
	Reload []int `json:"reload,omitempty"`
	// End is how the input ends; empty means eof.
	End End `json:"end,omitempty"`
	// Out is the dialect that an adapter writes.
	Out string `json:"out,omitempty"`
	// Store is the directory that holds a store's state.
	Store string `json:"store,omitempty"`
}

// Records is the number of records or chunks that positions count.
func (r *RunRequest) Records() int { return max(len(r.Events), len(r.Chunks)) }

// RunReply answers a run: a transcript for each observed position and one for
// the end of input, or an output, or a rejection, or an error.
type RunReply struct {
	ID           int64        `json:"id" jsonschema:"required,minimum=0"`
	Observations []Transcript `json:"observations,omitempty"`
	Reloaded     []Transcript `json:"reloaded,omitempty"`
	Final        *Transcript  `json:"final,omitempty"`
	Rejected     *Rejected    `json:"rejected,omitempty"`
	Output       *Output      `json:"output,omitempty"`
	// Error is the candidate saying that it failed.
	Error string `json:"error,omitempty"`
}

// Rejected says that the candidate refuses the stream at a record, or one
// behind the last for the end of input. Final is then as of the record before.
type Rejected struct { //nolint:errname // it is a part of an answer, and no error of ours
	At      int    `json:"at" jsonschema:"required,minimum=0"`
	Reason  Reason `json:"reason" jsonschema:"required"`
	Message string `json:"message,omitempty"`
}

// Output is what an adapter wrote, in records or in chunks.
type Output struct {
	Events []json.RawMessage `json:"events,omitempty"`
	Chunks []Chunk           `json:"chunks,omitempty"`
}

// LoadRequest asks a store, perhaps in a new process, for what it persisted.
type LoadRequest struct {
	Op    Op     `json:"op" jsonschema:"required,enum=load"`
	ID    int64  `json:"id" jsonschema:"required,minimum=0"`
	Store string `json:"store" jsonschema:"required"`
}

// LoadReply answers a load.
type LoadReply struct {
	ID    int64       `json:"id" jsonschema:"required,minimum=0"`
	Final *Transcript `json:"final,omitempty"`
	Error string      `json:"error,omitempty"`
}

// Quit ends the conversation; it is not answered.
type Quit struct {
	Op Op `json:"op" jsonschema:"required,enum=quit"`
}

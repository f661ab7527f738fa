package neutral

import "github.com/quock-dev/quock/spec"

// field returns where the value of a member goes, nil for a key that spec does not
// have. Both ways of reading ask it.
func field(e *spec.Event, key []byte) any {
	switch string(key) {
	case "kind":
		return &e.Kind
	case "id":
		return &e.ID
	case "session":
		return &e.Session
	case "message":
		return &e.Message
	case "slot":
		return &e.Slot
	case "text":
		return &e.Text
	case "call":
		return &e.Call
	case "name":
		return &e.Name
	case "turn":
		return &e.Turn
	case "form":
		return &e.Form
	case "role":
		return &e.Role
	case "agent":
		return &e.Agent
	case "args":
		return &e.Args
	case "result":
		return &e.Result
	case "status":
		return &e.Status
	case "stop_reason":
		return &e.StopReason
	case "parent":
		return &e.Parent
	case "parent_call":
		return &e.ParentCall
	case "metadata":
		return &e.Metadata
	case "raw":
		return &e.Raw
	case "error":
		return &e.Error
	case "wait":
		return &e.Wait
	case "note":
		return &e.Note
	case "global":
		return &e.Global
	case "no_session":
		return &e.NoSession
	case "ambiguous":
		return &e.Ambiguous
	case "args_value":
		return &e.ArgsValue
	case "is_error":
		return &e.IsError
	case "unmarked":
		return &e.Unmarked
	case "fatal":
		return &e.Fatal
	case "restated":
		return &e.Restated
	case "complete":
		return &e.Complete
	case "usage":
		return &e.Usage
	case "limit":
		return &e.Limit
	case "messages":
		return &e.Messages
	case "retracts":
		return &e.Retracts
	case "log":
		return &e.Log
	}
	return nil
}

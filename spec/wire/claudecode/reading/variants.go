package reading

// The variants.
const (
	// Full has whole frames only.
	Full = "full"
	// Partial has stream_event frames too (--include-partial-messages).
	Partial = "partial"
	// Session is what the program keeps on disk.
	Session = "session"
)

// Name is the name of the dialect.
const Name = "claudecode"

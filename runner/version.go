package runner

// Version is the harness's version, Harness how it names itself in a handshake
// and a log.
const (
	Version = "0.1.0"
	Harness = "quock " + Version
)

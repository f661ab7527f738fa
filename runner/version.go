package runner

// Version is the harness's version, Harness its name in handshakes and logs.
const (
	Version = "0.1.0"
	Harness = "quock " + Version
)

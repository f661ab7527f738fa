package fault

import "fmt"

// Level says what may go wrong in a case.
type Level uint8

const (
	// Clean: nothing is lost, doubled or late.
	Clean Level = iota
	// Degraded: things are.
	Degraded
	// Hostile: the stream is damaged, too.
	Hostile
)

var levelNames = [...]string{Clean: "clean", Degraded: "degraded", Hostile: "hostile"}

// String is the level's name.
func (l Level) String() string {
	if int(l) >= len(levelNames) {
		return fmt.Sprintf("level(%d)", uint8(l))
	}
	return levelNames[l]
}

// MarshalText writes the level's name.
func (l Level) MarshalText() ([]byte, error) { return []byte(l.String()), nil }

// UnmarshalText reads the level's name; an unknown one is an error.
func (l *Level) UnmarshalText(b []byte) error {
	for i, name := range levelNames {
		if name == string(b) {
			*l = Level(i)
			return nil
		}
	}
	return fmt.Errorf("fault: no level %q", b)
}

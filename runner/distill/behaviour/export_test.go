package behaviour

// Known is how many things a tracker knows, Room for how many bytes of names it
// has room.
func Known(t *Tracker) int { return len(t.things.all) }

func Room(t *Tracker) int { return cap(t.things.names) + 8*cap(t.things.slots) }

// The bounds of a tracker.
const (
	MostThings = most
	MostNames  = mostNames
)

// EveryName is what each behaviour is called.
func EveryName() []string { return Any().Names() }

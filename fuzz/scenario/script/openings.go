package script

// Openings is the form in which the start of a sub-session has a record of its own.
const Openings = "openings"

// Opened numbers the records of steps anew, so that it is so.
func Opened(emitted []Emitted) {
	shift := 0
	for i := range emitted {
		emitted[i].Record += shift
		if next := i + 1; next < len(emitted) && emitted[i].Kind == SessionOpens && emitted[next].Record+shift == emitted[i].Record {
			shift++
		}
	}
}

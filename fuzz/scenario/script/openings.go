package script

// Openings is the form in which the start of a sub-session has a record of its own.
const Openings = "openings"

// Opened numbers the records of steps anew, so that it is so.
func Opened(told []Emitted) {
	shift := 0
	for i := range told {
		told[i].Record += shift
		if next := i + 1; next < len(told) && told[i].Kind == SessionOpens && told[next].Record+shift == told[i].Record {
			shift++
		}
	}
}

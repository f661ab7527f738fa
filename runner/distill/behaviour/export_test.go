package behaviour

// EveryName is what each behaviour is called.
func EveryName() []string { return Any().Names() }

package neutral

import "github.com/quock-dev/quock/spec"

// kindTable are the kinds at the hashes of their names, which differ.
var kindTable = func() (table [64]spec.Kind) {
	for _, k := range spec.Kinds() {
		table[kindHash([]byte(k.String()))] = k
	}
	return table
}()

func kindHash(name []byte) byte {
	return (name[0] + name[len(name)-1] + 21*name[len(name)/2] + byte(len(name))) % 64
}

// kindOf is the kind of a name, 0 for none: what kinds says, sooner.
func kindOf(name []byte) spec.Kind {
	if len(name) == 0 {
		return 0
	}
	if k := kindTable[kindHash(name)]; k != 0 && k.String() == string(name) {
		return k
	}
	return 0
}

package bulk

import (
	"fmt"
	"io"

	"github.com/quock-dev/quock/fuzz/perform"
	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/wire/neutral"
)

// Agree says where the bytes of a template are others than the encoder's.
func Agree(o Options) error {
	w, err := newWriter(io.Discard, &o)
	if err != nil {
		return err
	}
	for i := range 300 {
		s := w.pool.withEvents(perform.Generate(w.features, o.Level, uint64(i)), uint64(i), true)
		w.names.begin(s, 1000*i, w.rng)
		var plain []byte
		for _, e := range w.names.rename(nil, s.events, 0) {
			if plain, err = neutral.New().NewEncoder("").Encode(plain, []spec.Event{e}); err != nil {
				return err
			}
			plain = append(plain, '\n')
		}
		if t := newTemplate(&w.features, s); t == nil || string(t.append(nil, &w.names)) != string(plain) {
			return fmt.Errorf("stretch %d", i)
		}
	}
	return nil
}

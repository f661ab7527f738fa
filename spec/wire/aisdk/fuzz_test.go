package aisdk_test

import (
	"bytes"
	"testing"

	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/wire"
	"github.com/quock-dev/quock/spec/wire/aisdk"
)

// seeds are the encoded streams of the contract and the facts' records.
func seeds(add func(text []byte)) error {
	codec := aisdk.New()
	for _, variant := range codec.Variants() {
		for _, s := range streams(variant, codec.Features(variant)) {
			records, err := wire.EncodeStream(codec, variant, s)
			if err != nil {
				return err
			}
			add(bytes.Join(records, []byte("\n")))
		}
	}
	for _, story := range stories {
		add([]byte(story))
	}
	return nil
}

// FuzzDecode holds the decoder to its contract on records of any kind: events of
// known kinds or a problem for each, and the same again; and whatever the
// encoder takes of what was decoded it writes so that it is decoded again.
func FuzzDecode(f *testing.F) {
	if err := seeds(func(text []byte) { f.Add(text) }); err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		records := bytes.Split(text, []byte("\n"))
		first, problems := wire.DecodeRecords(aisdk.New(), "", records)
		again, _ := wire.DecodeRecords(aisdk.New(), "", records)
		if err := wire.ReadBack(first.Events, again.Events); err != nil {
			t.Fatalf("decoded twice: %v", err)
		}
		said := map[int]int{}
		for _, p := range problems {
			said[p.Record]--
		}
		for _, e := range first.Events {
			if _, err := e.Kind.MarshalText(); err != nil || said[e.Record] < 0 {
				t.Fatalf("record %d: %v, or a problem and events", e.Record, err)
			}
			said[e.Record]++
		}
		for i := range records {
			if said[i+1] == 0 {
				t.Fatalf("record %d gives neither event nor problem", i+1)
			}
		}
		for _, variant := range aisdk.New().Variants() {
			rewrite(t, variant, first.Events)
		}
	})
}

// rewrite encodes events as far as it goes.
func rewrite(t *testing.T, variant string, rest []spec.Event) {
	encoder, decoder := aisdk.New().NewEncoder(variant), aisdk.New().NewDecoder("")
	for len(rest) > 0 {
		n := 1
		for n < len(rest) && rest[n].Record == rest[0].Record {
			n++
		}
		record, err := encoder.Encode(nil, rest[:n])
		if err != nil {
			return
		}
		got, problem := decoder.Decode(nil, record)
		if problem != nil {
			t.Fatalf("%s: %v in %s", variant, problem, record)
		}
		if err := wire.ReadBack(rest[:n], got); err != nil {
			t.Fatalf("%s: %v in %s", variant, err, record)
		}
		rest = rest[n:]
	}
}

package neutral_test

import (
	"bytes"
	"testing"

	"github.com/quock-dev/quock/model"
	"github.com/quock-dev/quock/model/check/produce"
	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/wire"
	"github.com/quock-dev/quock/spec/wire/neutral"
	"github.com/quock-dev/quock/spec/wire/wiretest"
)

// checked is the pipeline of a check: decode, model, rules.
func checked(tb testing.TB, text []byte) (breaches int) {
	codec := neutral.New()
	s := model.New(codec.Features(""), spec.Policies{})
	for batch, err := range wire.Decode(codec, "", bytes.NewReader(text), wire.Limits{}) {
		if err != nil || batch.Problem != nil {
			tb.Fatal(err, batch.Problem)
		}
		for i := range batch.Events {
			s.Step(&batch.Events[i])
		}
	}
	s.End(spec.EOF)
	t := s.Transcript()
	return len(produce.Breaches(s.Features, &t))
}

// BenchmarkCheckPipeline prints what is left of the speed of decoding where the
// model takes in what is decoded and the rules for producers judge the
// transcript, as of-decode: decoding alone against all of it, in turn, on the
// same stream.
func BenchmarkCheckPipeline(b *testing.B) {
	text := talk(b, 100_000)
	events := decoded(b, neutral.New(), text)
	costs := wiretest.InTurn(b, func() { decoded(b, neutral.New(), text) }, func() {
		if n := checked(b, text); n > 0 {
			b.Fatalf("%d breaches in a good stream", n)
		}
	})
	b.ReportMetric(costs[0]/costs[1], "of-decode")
	b.ReportMetric(float64(events)/costs[1]*1e3, "Mevents/s")
	b.ReportMetric(0, "ns/op")
}

// decoded reads a whole stream and counts its events.
func decoded(tb testing.TB, codec wire.Codec, text []byte) (events int) {
	for batch, err := range wire.Decode(codec, "", bytes.NewReader(text), wire.Limits{}) {
		if err != nil || batch.Problem != nil {
			tb.Fatal(err, batch.Problem)
		}
		events += len(batch.Events)
	}
	return events
}

package lanes_test

import (
	"fmt"
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/quock-dev/quock/runner/internal/lanes"
	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/wire/neutral"
)

// The properties hold that a layout is printed as the drawing is. These are about what
// the terminal does not show.
var _ = Describe("A drawing as data", func() {
	lay := func(most int, events ...spec.Event) *lanes.Layout {
		d, layout := lanes.Lay(neutral.New().Features(""), lanes.Options{Width: 100}, most)
		addEvents(d, events)
		return layout
	}

	It("names the session, its parent, the tool and the anomaly of a line", func() {
		layout := lay(100,
			spec.Event{Kind: spec.SessionOpen, Session: "main", Agent: "chief"},
			spec.Event{Kind: spec.CallOpen, Session: "main", Call: "c1", Name: "Task"},
			spec.Event{Kind: spec.SessionOpen, Session: "sub", Parent: spec.To("main"), ParentCall: spec.To("c1")},
			spec.Event{Kind: spec.CallDone, Session: "sub", Call: "never-seen"},
		)
		Expect(layout.Sessions).To(Equal([]lanes.DrawnSession{{ID: "main", Agent: "chief"}, {ID: "sub", Parent: 1}}))
		var tools, anomalies []string
		for _, l := range layout.Lines {
			if l.Tool != "" {
				tools = append(tools, fmt.Sprint(l.Session, l.Tool))
			}
			if l.Anomaly != "" {
				anomalies = append(anomalies, fmt.Sprint(l.Session, l.Anomaly))
			}
		}
		Expect(tools).To(ContainElement("1Task"))
		Expect(anomalies).To(ContainElement("2" + string(spec.OrphanResult)))
	})

	It("counts what is over its bound, and keeps how it ends", func() {
		var events []spec.Event
		for i := range 30 {
			events = append(events, spec.Event{Kind: spec.CallDone, Session: fmt.Sprint("s", i%2), Call: fmt.Sprint("c", i)}, spec.Event{Kind: spec.TurnStart, Session: fmt.Sprint("s", i%2)})
		}
		whole, part := lay(1000, events...), lay(10, events...)
		Expect(part.Lines).To(Equal(whole.Lines[:10]))
		Expect(part.LeftOut).To(Equal(len(whole.Lines) - 10))
		Expect(part.Ends).To(Equal(whole.Ends))
	})

	It("bounds an id of a megabyte, and lets no text steer", func() {
		layout := lay(100, spec.Event{Kind: spec.SessionOpen, Session: strings.Repeat("\u202e<script>", 100_000)})
		Expect(len(layout.Sessions[0].ID)).To(BeNumerically("<", 4000))
		Expect(layout.Sessions[0].ID + layout.Lines[0].Words).NotTo(ContainSubstring("\u202e"))
	})
})

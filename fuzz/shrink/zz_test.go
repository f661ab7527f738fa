package shrink_test

import (
	"encoding/json"
	"fmt"
	"os"
	"time"
	"testing"

	"github.com/quock-dev/quock/fuzz/shrink"
	"github.com/quock-dev/quock/model/mutant"
)

func TestZZ(t *testing.T) {
	f := features(os.Getenv("ZD"))
	tot, n, ev := 0, 0, 0
	for _, m := range mutant.All() {
		if w := os.Getenv("ZM"); w != "" && w != m.Name { continue }
		j := against(m)
		s, sig, ok := failing(f, j, 1000)
		if !ok { continue }
		t0 := time.Now()
		r := shrink.Reduce(&s, sig, shrink.Options{Judge: j})
		fmt.Printf("%-40s %3d -> %2d events, %3d runs %6dus %s\n", m.Name, len(s.Stream.Events), len(r.Stream.Events), r.Runs, time.Since(t0).Microseconds(), sig.Kind)
		if os.Getenv("ZV") != "" { for _, e := range r.Stream.Events { b, _ := json.Marshal(e); fmt.Println("   ", e.Record, string(b)) }; b,_ := json.Marshal(r.Hazards); fmt.Println("   ", string(b), r.Free) }
		tot += r.Runs; n++; ev += len(r.Stream.Events)
	}
	fmt.Println(n, "avg runs", tot/n, "events", float64(ev)/float64(n))
}

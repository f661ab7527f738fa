package perform_test

import (
	"encoding/json"
	"fmt"
	"os"
	"strconv"
	"testing"

	"github.com/quock-dev/quock/fuzz/perform"
)

func TestDump(t *testing.T) {
	seed, err := strconv.ParseUint(os.Getenv("SEED"), 10, 64)
	if err != nil {
		t.Skip()
	}
	for _, f := range dialects {
		if f.Dialect != os.Getenv("DIALECT") {
			continue
		}
		c := perform.Generate(f, map[bool]perform.Level{true: perform.Clean, false: perform.Degraded}[os.Getenv("LEVEL") == "clean"], seed)
		for _, h := range c.Hazards {
			b, _ := json.Marshal(h)
			fmt.Println(string(b))
		}
		for _, e := range c.Stream.Events {
			b, _ := json.Marshal(&e)
			fmt.Println(e.Record, string(b))
		}
	}
}

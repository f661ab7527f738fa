package perform_test

import (
	"fmt"
	"os"
	"strconv"
	"testing"

	"github.com/quock-dev/quock/fuzz/perform"
	"github.com/quock-dev/quock/model"
	"github.com/quock-dev/quock/spec"
	"github.com/quock-dev/quock/spec/wire"
	ac "github.com/quock-dev/quock/spec/wire/agentc"
	cc "github.com/quock-dev/quock/spec/wire/claudecode"
	lg "github.com/quock-dev/quock/spec/wire/langgraph"
	nt "github.com/quock-dev/quock/spec/wire/neutral"
)

func TestWireScan(t *testing.T) {
	n, _ := strconv.Atoi(os.Getenv("WIRE"))
	for _, cv := range []struct {
		c wire.Codec
		v string
	}{{nt.New(), ""}, {ac.New(), ""}, {lg.New(), "js"}, {lg.New(), "python"}, {lg.New(), "js-sse"}, {lg.New(), "python-sse"}, {cc.New(), "full"}, {cc.New(), "partial"}} {
		f := cv.c.Features(cv.v)
		if only := os.Getenv("DIALECT"); only != "" && only != f.Dialect {
			continue
		}
		errs, shown := map[string]int{}, 0
		bad := 0
		for i := range n {
			c := perform.Generate(f, perform.Degraded, uint64(i))
			records, err := wire.EncodeStream(cv.c, cv.v, c.Stream)
			if err != nil {
				bad++
				if errs[err.Error()]++; len(errs) < 6 && errs[err.Error()] == 1 {
					fmt.Println(f.Dialect, i, err)
				}
				continue
			}
			back, problems := wire.DecodeRecords(cv.c, cv.v, records)
			if len(problems) > 0 {
				fmt.Println(f.Dialect, i, problems[0])
			}
			back.End = c.Stream.End
			want, _ := c.Expected(perform.AtEnd, spec.Policies{})
			got := model.Run(back, spec.Policies{})
			if d := everything.Transcripts(&want, &got); len(d) > 0 {
				bad++
				if shown++; shown < 6 {
					fmt.Println(f.Dialect, i, d[0])
				}
			}
		}
		fmt.Println(f.Dialect, "bad", bad, "of", n)
	}
}

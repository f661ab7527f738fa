package fuzzing

import (
	"fmt"

	"github.com/quock-dev/quock/fuzz/campaign"
	"github.com/quock-dev/quock/runner/internal/terminal"
	"github.com/quock-dev/quock/spec/words"
)

// unlimited is a number of cases that stands for no limit.
const unlimited = 1 << 40

// seen is the state of a campaign, for a bar.
func seen(p *campaign.Progress) terminal.Work {
	s := terminal.Work{
		Phase: "fuzzing", Done: int(p.Tried), Of: int(p.Of), Failed: words.Counted(len(p.Findings), "finding"),
		At: fmt.Sprintf("%d edges, %d in the corpus", p.Edges, p.Corpus),
	}
	if p.Of > unlimited/2 {
		s.Of = 0
	}
	return s
}

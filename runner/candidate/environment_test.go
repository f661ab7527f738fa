package candidate

import (
	"context"
	"os"
	"testing"
)

// TestStartsShareNoEnvironment: two that start from one list of variables, which
// has room for more, must not write their marks into the same place; what one
// leaves behind would else be taken for the other's, and killed.
func TestStartsShareNoEnvironment(t *testing.T) {
	env := append(make([]string, 0, len(os.Environ())+8), os.Environ()...)
	var started []*process
	for range 2 {
		p, err := start(context.Background(), []string{os.Args[0], "-test.run", "^$"}, "", env, 1<<10)
		if err != nil {
			t.Fatal(err)
		}
		defer p.kill()
		started = append(started, p)
	}
	for _, p := range started {
		if last := p.cmd.Env[len(p.cmd.Env)-1]; last != p.mark {
			t.Errorf("the mark of a child is %s, its environment has %s", p.mark, last)
		}
	}
}

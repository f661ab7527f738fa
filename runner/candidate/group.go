package candidate

import (
	"fmt"
	"math/rand/v2"
	"os"
	"sync/atomic"
)

// Mark is the environment variable that marks every child with a value of its own,
// so that processes that it leaves behind can be recognised.
const Mark = "QUOCK_CANDIDATE"

// ours is the prefix of all marks of this process. The random part distinguishes it
// from an earlier or later process with the same id.
var (
	ours  = fmt.Sprintf("%s=%d.%x.", Mark, os.Getpid(), rand.Uint64())
	marks atomic.Int64
)

func newMark() string { return fmt.Sprint(ours, marks.Add(1), ".") }

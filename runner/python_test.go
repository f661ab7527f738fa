package runner_test

import (
	"os/exec"
	"strings"
	"sync"

	. "github.com/onsi/ginkgo/v2"
)

// python is where the candidates in Python are.
const python = "../fixtures/candidates/python/"

// interpreter is the program that python3 is, past any shim before it, since the specs start
// it hundreds of times. The error is that there is none.
var interpreter = sync.OnceValues(func() (string, error) {
	out, err := exec.Command("python3", "-c", "import sys; print(sys.executable)").Output()
	return strings.TrimSpace(string(out)), err
})

// pythonOrSkip is the interpreter; where there is none the spec is skipped.
func pythonOrSkip() string {
	GinkgoHelper()
	program, err := interpreter()
	if err != nil {
		Skip("python3 is not on this machine")
	}
	return program
}

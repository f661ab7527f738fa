// Command cmd prints the table of freedoms from the profiles of go test in a folder
// (freedoms.Profiles). It ends with 1 where a block has no
// reason, or a reason no block.
package main

import (
	"log"
	"os"
	"strings"

	"github.com/quock-dev/quock/fuzz/freedoms"
)

func main() {
	log.SetFlags(0)
	if len(os.Args) != 2 {
		log.Fatal("usage: cmd folder, in the module's folder")
	}
	table, err := freedoms.Read(".", os.Args[1])
	if err != nil {
		log.Fatal(err)
	}
	reasons, err := freedoms.Listed()
	if err != nil {
		log.Fatal(err)
	}
	if err := table.Write(os.Stdout, reasons); err != nil {
		log.Fatal(err)
	}
	if faults := reasons.Check(table); len(faults) > 0 {
		log.Fatal(strings.Join(faults, "\n"))
	}
}

// Command cmd reads the output of benchmarks and prints the table of figures.
package main

import (
	"log"
	"os"

	"github.com/quock-dev/quock/fuzz/figures"
)

func main() {
	log.SetFlags(0)
	run, err := figures.Read(os.Stdin)
	if err != nil {
		log.Fatal(err)
	}
	if err := figures.Write(os.Stdout, figures.All(), run); err != nil {
		log.Fatal(err)
	}
}

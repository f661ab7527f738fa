// Command since has the model read streams and prints nanoseconds of processor time an
// event. BenchmarkSince builds it twice: with the model of this tree, and with that of an
// earlier commit. So it uses only what both have.
//
// Input: JSON objects, one behind the other, each a stream: features, events and the
// record of each event. Argument: how often each is read.
package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log"
	"os"
	"runtime"
	"strconv"
	"syscall"

	"github.com/quock-dev/quock/model"
	"github.com/quock-dev/quock/spec"
)

type stream struct {
	Features spec.Features
	Events   []spec.Event
	Records  []int
}

func main() {
	times, err := strconv.Atoi(os.Args[1])
	if err != nil {
		log.Fatal(err)
	}
	var streams []stream
	events := 0
	for in := json.NewDecoder(os.Stdin); ; {
		var s stream
		if err := in.Decode(&s); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			log.Fatal(err)
		}
		for i := range s.Events {
			s.Events[i].Record = s.Records[i]
		}
		streams, events = append(streams, s), events+len(s.Events)
	}
	spare := make([]byte, 32<<20) // as in quock's main: the collector works as often as there
	began := worked()
	for _, s := range streams {
		for range times { // in a run, too, a stream has just been made when it is read
			model.Run(spec.Stream{Features: s.Features, Events: s.Events, End: spec.EOF}, spec.Policies{})
		}
	}
	fmt.Println(float64(worked()-began) / float64(times*events))
	runtime.KeepAlive(spare)
}

// worked is the processor's time of this process, in nanoseconds.
func worked() int64 {
	var used syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &used); err != nil {
		log.Fatal(err)
	}
	return used.Utime.Nano() + used.Stime.Nano()
}

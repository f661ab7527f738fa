// Package nightly says how much a test tries: a little in every run, and much
// more where QUOCK_NIGHTLY is set, as `make nightly` does.
//
// Goal: `make test` stays quick on a busy machine, and no check is lost, since
// the same test runs on more cases at night. Non-goal: tests that run at night
// only. What a test asserts does not depend on the variable.
package nightly

import "os"

// On reports whether the nightly amount is asked for.
func On() bool { return os.Getenv("QUOCK_NIGHTLY") != "" }

// Count is few in every run and many at night.
func Count[N int | int64 | uint64](few, many N) N {
	if On() {
		return many
	}
	return few
}

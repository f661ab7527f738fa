// Package javascript holds the helper for candidates in JavaScript and TypeScript.
//
// Goals: quock can write it beside a candidate. Non-goals: running it.
package javascript

import _ "embed"

// Helper is quock_probe.mjs, and Types its types, quock_probe.d.mts.
var (
	//go:embed quock_probe.mjs
	Helper string
	//go:embed quock_probe.d.mts
	Types string
)

// Package python holds the helper for candidates in Python.
//
// Goals: quock can write it beside a candidate. Non-goals: running it.
package python

import _ "embed"

// Helper is the module quock_probe.
//
//go:embed quock_probe/__init__.py
var Helper string

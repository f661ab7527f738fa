package aisdk

import (
	"fmt"
	"strings"

	"github.com/quock-dev/quock/spec/wire"
	"github.com/quock-dev/quock/spec/wire/scan"
)

// A look is what a record looks like.
type look struct {
	variant string
	sure    bool // no other dialect has such records
}

// Sniff counts the records that are chunks or coded lines. Without one that is
// beyond doubt this dialect's the score stays below 50.
func (codec) Sniff(records [][]byte) (score int, why string) {
	ours, sure := 0, 0
	for _, record := range records {
		l := glance(record)
		if l.variant != "" {
			ours++
		}
		if l.sure {
			sure++
		}
	}
	if len(records) == 0 {
		return 0, "no records"
	}
	score = 100 * ours / len(records)
	if sure == 0 {
		score = min(score, 40)
	}
	return score, fmt.Sprintf("%d of %d records are chunks or coded lines, %d beyond doubt", ours, len(records), sure)
}

// SniffVariant implements wire.VariantSniffer: by the first record that has a
// variant.
func (codec) SniffVariant(records [][]byte) (variant, why string) {
	reasons := map[string]string{V5: "events whose data is a chunk", V5Lines: "bare chunks", V4: "coded lines"}
	for _, record := range records {
		if l := glance(record); l.variant != "" {
			return l.variant, reasons[l.variant]
		}
	}
	return "", ""
}

func glance(record []byte) look {
	v, err := scan.Parse(record, wire.MaxDepth)
	if err != nil {
		return look{}
	}
	if code, ok := v.Get("code").Text(); ok && v.Get("value") != "" {
		return glanceLine(code, v.Get("value"))
	}
	l := look{variant: V5Lines}
	if data := v.Get("data"); v.Get("type") == "" && data != "" {
		l.variant, v = V5, data
	}
	if text, ok := v.Text(); ok && text == done && l.variant == V5 {
		return l
	}
	kind, ok := v.Get("type").Text()
	l.sure = own(kind)
	if !ok || !l.sure && !shared[kind] {
		return look{}
	}
	return l
}

// shared are types that chunks of other dialects may have, too.
var shared = map[string]bool{"start": true, "finish": true, "abort": true, "error": true, "file": true, "custom": true}

// own reports whether a type is of this dialect alone.
func own(kind string) bool {
	switch kind {
	case "start-step", "finish-step", "reset-step", "source-url", "source-document", "message-metadata", "reasoning-file":
		return true
	}
	for _, prefix := range []string{"text-", "reasoning-", "tool-input-", "tool-output-", "tool-approval-", "data-"} {
		if strings.HasPrefix(kind, prefix) {
			return true
		}
	}
	return false
}

// shapes are the kinds of value behind each code.
const shapes = `0"2[3"8[9{a{b{c{d{e{f{g"h{i{j{k{`

func glanceLine(code string, value scan.Value) look {
	i := strings.Index(shapes, code)
	if len(code) != 1 || i < 0 || i%2 != 0 || shapes[i+1] != value.Kind() {
		return look{}
	}
	return look{variant: V4, sure: true}
}

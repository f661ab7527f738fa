package aisdk

import (
	"strings"

	"github.com/quock-dev/quock/spec/wire"
	"github.com/quock-dev/quock/spec/wire/scan"
)

// A look is what a record looks like.
type look struct {
	variant string
	sure    bool // no other dialect has such records
}

// Sniff counts the records that are chunks or coded lines.
func (codec) Sniff(records [][]byte) (score int, why string) {
	return wire.Sniff(records, "chunks or coded lines", func(record []byte) int {
		switch l := lookAt(record); {
		case l.sure:
			return wire.Certain
		case l.variant != "":
			return wire.Shared
		}
		return wire.Foreign
	})
}

// SniffVariant implements wire.VariantSniffer: by the first record that has a
// variant.
func (codec) SniffVariant(records [][]byte) (variant, why string) {
	reasons := map[string]string{V5: "events whose data is a chunk", V5Lines: "bare chunks", V4: "coded lines"}
	for _, record := range records {
		if l := lookAt(record); l.variant != "" {
			return l.variant, reasons[l.variant]
		}
	}
	return "", ""
}

func lookAt(record []byte) look {
	v, err := scan.Parse(record, wire.MaxDepth)
	if err != nil {
		return look{}
	}
	if code, ok := v.Get("code").Text(); ok && v.Get("value") != "" {
		return coded(code, v.Get("value"))
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

func coded(code string, value scan.Value) look {
	i := strings.Index(shapes, code)
	if len(code) != 1 || i < 0 || i%2 != 0 || shapes[i+1] != value.Kind() {
		return look{}
	}
	return look{variant: V4, sure: true}
}

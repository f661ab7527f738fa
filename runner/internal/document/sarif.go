package document

import (
	"encoding/json"
	"fmt"
	"io"
	"net/url"
	"path/filepath"

	"github.com/owenrumney/go-sarif/v3/pkg/report/v210/sarif"
)

const (
	home   = "https://github.com/quock-dev/quock"
	schema = "https://json.schemastore.org/sarif-2.1.0.json"
)

// SARIF writes the document as SARIF 2.1.0. A finding in standard input has no location.
func (d *Document) SARIF(to io.Writer) error {
	run := sarif.NewRunWithInformationURI("quock", home)
	run.Tool.Driver.WithFullName(d.Harness)
	for i := range d.Traces {
		t := &d.Traces[i]
		for j := range t.Findings {
			f := &t.Findings[j]
			if rule := run.AddRule(f.Rule); f.Sentence != "" {
				rule.WithDescription(f.Sentence)
			}
			result := run.CreateResultForRule(f.Rule).WithLevel(f.Level).WithMessage(sarif.NewTextMessage(f.Message))
			if at := location(f); at != nil {
				result.AddLocation(at)
			}
		}
	}
	report := sarif.NewReport()
	report.Schema = schema
	text, err := json.MarshalIndent(report.AddRun(run), "", "  ")
	if err != nil {
		return fmt.Errorf("encoding SARIF: %w", err)
	}
	return write(to, append(text, '\n'))
}

// location returns where a finding is; nil if that is no file.
func location(f *Remark) *sarif.Location {
	if f.File == "" || f.File == "-" {
		return nil
	}
	uri := url.URL{Path: filepath.ToSlash(f.File)}
	if filepath.IsAbs(f.File) {
		uri.Scheme = "file"
	}
	at := sarif.NewPhysicalLocation().WithArtifactLocation(sarif.NewSimpleArtifactLocation(uri.String()))
	if f.Line > 0 {
		at.WithRegion(sarif.NewSimpleRegion(f.Line, f.Line))
	}
	return sarif.NewLocationWithPhysicalLocation(at)
}

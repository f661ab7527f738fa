package page

import (
	"crypto/sha256"
	_ "embed" // what the pages are made of
	"encoding/base64"
	"encoding/json"
	"fmt"
	"html/template"
	"io"
	"strings"

	"github.com/quock-dev/quock/runner/internal/lanes"
)

var (
	//go:embed page.gohtml
	templates string
	//go:embed style.css
	style string
	//go:embed script.js
	script string
)

var pages = template.Must(template.New("").Funcs(template.FuncMap{
	"count": func(n int, one string) string {
		if n == 1 {
			return "1 " + one
		}
		return fmt.Sprintf("%d %ss", n, one)
	},
}).Parse(templates))

// policy allows the script and the style sheet of the page, and nothing from anywhere.
// The block of data is no script, and needs no permission.
func policy() string {
	return "default-src 'none'; script-src " + hash(script) + "; style-src " + hash(style) + "; img-src data:; base-uri 'none'; form-action 'none'"
}

func hash(text string) string {
	sum := sha256.Sum256([]byte(text))
	return "'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"
}

// render writes a page: body is the name of the template of its text.
func render(to io.Writer, body, title string, view any, data *Data) error {
	text, err := json.Marshal(data) // it escapes <, > and &
	if err != nil {
		return fmt.Errorf("writing the page: %w", err)
	}
	var main strings.Builder
	if err := pages.ExecuteTemplate(&main, body, view); err != nil {
		return fmt.Errorf("writing the page: %w", err)
	}
	err = pages.ExecuteTemplate(to, "page", map[string]any{
		"Title": title, "Policy": policy(), "Main": template.HTML(main.String()),
		"Style": template.CSS(style), "Script": template.JS(script), "Data": template.JS(text),
	})
	if err != nil {
		return fmt.Errorf("writing the page: %w", err)
	}
	return nil
}

// textColumns is the width of drawings in the text of a page.
const textColumns = 110

// drawing draws a layout as the terminal does.
func drawing(to io.Writer, l *lanes.Layout) {
	_ = l.Print(to, lanes.Options{Width: textColumns}) // a builder takes everything
}

// Package site holds the page that a trace is dropped on, as a folder of files.
//
// Goals: quock has in it what "make drop-page" wrote before "make build", and builds, too,
// where nothing was written. Non-goals: building the page; sending anything anywhere.
package site

import (
	"embed"
	"errors"
	"io/fs"
	"net/http"
)

//go:embed built
var built embed.FS

// Path is where Handler has the page. It is no root: the page keeps itself for use without
// a network, and another server may have the port later.
const Path = "/quock/"

// ErrNone means that this quock was built without the page.
var ErrNone = errors.New("this quock has no page: it was built without it. In a checkout, with node and npm, run: make drop-page build")

// Files are the files of the page. The error is ErrNone.
func Files() (fs.FS, error) { return whole(built) }

func whole(all fs.FS) (fs.FS, error) {
	files, err := fs.Sub(all, "built")
	if err == nil {
		_, err = fs.Stat(files, "index.html")
	}
	if err != nil {
		return nil, ErrNone
	}
	return files, nil
}

// Handler serves files below Path, and leads there from the root.
func Handler(files fs.FS) http.Handler {
	mux := http.NewServeMux()
	mux.Handle("GET "+Path, http.StripPrefix(Path, http.FileServerFS(files)))
	mux.Handle("GET /{$}", http.RedirectHandler(Path, http.StatusFound))
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("X-Content-Type-Options", "nosniff")
		w.Header().Set("Cache-Control", "no-cache")
		mux.ServeHTTP(w, r)
	})
}

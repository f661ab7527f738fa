//go:build !unix

package disk

import "os"

// hold locks nothing here.
func hold(*os.File, bool) error { return nil }

// SyncFolder does nothing: here a folder cannot be synced.
func SyncFolder(string) error { return nil }

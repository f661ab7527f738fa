package trace

import (
	"io"
	"strings"

	"github.com/quock-dev/quock/spec/words"
)

// A Tail is the end of a text.
type Tail struct {
	// Lines are its last lines, safe to print.
	Lines []string
	// Before is how many bytes come before them.
	Before int64
}

// How much of stderr is shown, and read.
const (
	tailLines = 20
	tailWidth = 400
	tailBytes = 16 << 10
)

// tailOf returns the end of the program's stderr; empty if there is no file.
func tailOf(dir string) (Tail, error) {
	file, err := openSide(dir, stderrFile)
	if file == nil || err != nil {
		return Tail{}, err
	}
	defer file.Close()
	s, err := openStream(file, 0)
	if err != nil {
		return Tail{}, err
	}
	defer s.close()
	if info, err := file.Stat(); err == nil && s.packing == nil {
		at := max(0, info.Size()-tailBytes)
		if _, err := file.Seek(at, io.SeekStart); err != nil {
			return Tail{}, err
		}
		s.read = 0
		end, err := io.ReadAll(io.LimitReader(s, tailBytes))
		return newTail(end, at), err
	}
	end, before, err := lastOf(s)
	return newTail(end, before), err
}

// lastOf reads to the end and returns the last bytes.
func lastOf(from io.Reader) (end []byte, before int64, err error) {
	buf := make([]byte, tailBytes)
	for {
		n, err := from.Read(buf)
		end = append(end, buf[:n]...)
		if over := len(end) - tailBytes; over > 0 {
			before += int64(over)
			end = append(end[:0], end[over:]...)
		}
		if err == io.EOF {
			return end, before, nil
		}
		if err != nil {
			return end, before, err
		}
	}
}

func newTail(end []byte, before int64) Tail {
	text := strings.TrimRight(string(end), "\r\n\t ")
	if text == "" {
		return Tail{}
	}
	lines := strings.Split(text, "\n")
	if over := len(lines) - tailLines; over > 0 {
		for _, line := range lines[:over] {
			before += int64(len(line)) + 1
		}
		lines = lines[over:]
	}
	for i, line := range lines {
		lines[i] = words.Text(words.Clip(strings.TrimSuffix(line, "\r"), tailWidth))
	}
	return Tail{lines, before}
}

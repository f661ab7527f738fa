package langgraph
import ("github.com/quock-dev/quock/spec";"github.com/quock-dev/quock/spec/wire")
func (codec) NewEncoder(string) wire.Encoder { return enc{} }
func (codec) Sniff([][]byte) (int, string) { return 0, "" }
type enc struct{}
func (enc) Encode(dst []byte, _ []spec.Event) ([]byte, error) { return dst, nil }

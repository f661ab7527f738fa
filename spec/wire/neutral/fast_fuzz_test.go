package neutral_test

import (
	"strings"
	"testing"

	"github.com/quock-dev/quock/spec/wire"
	"github.com/quock-dev/quock/spec/wire/neutral"
	"github.com/quock-dev/quock/spec/wire/wiretest"
)

// tricky are lines at which readers of JSON part.
var tricky = []string{
	`{"kind":"text","text":"a \"b\"\\\/\b\f\n\r\t \u00e9 \ud83d\ude00"}`, `{"kind":"text","text":"\ud800 \udc00 \ud800\ud800 \udfff\ud83d"}`,
	`{"kind":"text","kind":"args","text":"1","text":null,"slot":"0","slot":"1"}`, `{"kind":null,"kind":"text"}`, `{"kind":"text","kind":null}`,
	`{"kind":"text","parent":null,"parent_call":""}`, `{"kind":"text","parent":"a","parent":null,"parent":7}`,
	`{"k\u0069nd":"text","\u0074ext":"x"}`, `{"kind":"te\u0078t"}`, `{"kind":"text","id":"\u0061","session":"\u0062","form":"th\u006fught"}`,
	`{"kind":"text","unknown":{"a":[1,-0,1e5,1E+5,-1.5e-3,0.0]},"":0,"__proto__":[]}`, `{"kind":"text","unknown":01}`, `{"kind":"text","unknown":1.}`,
	`{"kind":"usage","usage":{"input":-0,"output":1e5}}`, `{"kind":"usage","usage":{"input":9223372036854775808,"output":1.5}}`, `{"kind":"usage","usage":{"input":"1"}}`,
	`{"kind":"usage","usage":{"input":1,"input":null},"usage":{}}`, `{"kind":"limit","limit":{"rejected":true,"window":null}}`, `{"kind":"usage","usage":null}`,
	"\ufeff" + `{"kind":"text"}`, "  \t" + `{ "kind" : "text" , "text" : "a" , "global" : true } ` + "\r", `{"kind":"text"}x`, `{"kind":"text"}{}`, `{"kind":"text"`, `{"kind":"text",}`,
	`{"kind":"text","text":"` + "\xff" + `"}`, `{"kind":"text","text":"` + "\xc3\x28" + `"}`, `{"kind":"text","` + "\x80" + `":1}`, `{"kind":"text","text":"` + "\x01" + `"}`, `{"kind":"text"}` + "\x00",
	`{"kind":"text","text":"größer ` + "\u2028\u2029" + ` 😀"}`, `{"kind":"te` + "\xf0\x9f\x98\x80" + `xt"}`, `{"kind":"text","text":"\x"}`, `{"kind":"text","text":"\u12g4"}`, `{"kind":"text","text":"abc\`,
	`{"kind":"call.done","result":` + strings.Repeat("[", 20) + strings.Repeat("]", 20) + `}`, `{"kind":"call.done","result":null,"metadata":{"a":"` + "\u00e9" + `"},"raw":"` + "\xff" + `"}`,
	`{"kind":"message.full","messages":[{"message":"m","role":"assistant","parts":[{"kind":"text","text":"a\n"},{"kind":"call","call":"c","args":"{}","result":null}],"usage":{"input":1}}]}`,
	`{"kind":"message.full","messages":[null]}`, `{"kind":"message.full","messages":{}}`, `{"kind":"retract","retracts":["a","\u0062",""]}`, `{"kind":"retract","retracts":[null]}`, `{"kind":"log","log":[{"id":"1","tool":"t"},7]}`,
	`{"kind":"text","global":1}`, `{"kind":"text","global":tru}`, `{"kind":"text","global":null,"fatal":false}`, `{"kind":"hologram","text":1}`, `{"kind":"","x":1}`, `{"session":"s"}`,
	``, ` `, `{}`, `[]`, `"{"`, `null`, `{`, `{"`, `{"k":1}`, `{"kind"`, `{"kind":`, `{"kind":"text","text":"` + strings.Repeat("x", 300) + `"}`,
}

// FuzzFast: the fast path reads streams of any bytes as the strict decoder does.
func FuzzFast(f *testing.F) {
	for i, line := range tricky {
		f.Add([]byte(`{"kind":"text","session":"s"}`+"\n"+line+"\n"+tricky[(i*7+3)%len(tricky)]+"\r\n"+line), uint8(8), uint16(200))
		f.Add([]byte("\ufeff"+line+"\n\n"+line+"\n"), uint8(0), uint16(0))
	}
	for _, line := range lines(talk(f, 40)) {
		f.Add([]byte(string(line)+"\n"+string(line)+"\n"), uint8(1), uint16(100))
	}
	f.Fuzz(func(t *testing.T, text []byte, depth uint8, line uint16) {
		l := wire.Limits{Depth: int(depth % 32), Line: int(line)}
		if err := wiretest.FastAsStrict(neutral.New(), "", text, l); err != nil {
			t.Fatal(err)
		}
	})
}

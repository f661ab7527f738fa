package wrong

// chunks is the dialect with starts, deltas and ends that an output can get
// wrong.
const chunks = "aisdk:v5"

func chunkAdapters() []Adapter {
	return []Adapter{
		{"no-starts", chunks, dropping("tool-input-start", "tool-input-delta", "tool-input-available")},
		{"flushes-behind-end", chunks, flushesBehindEnd},
		{"no-text-start", chunks, dropping("text-start")},
		{"text-on-call", chunks, textOnCall},
		{"reopens-nothing", chunks, reopensNothing},
		{"dies-in-silence", chunks, dropping("error", "abort")},
		{"makes-up-finish", chunks, makesUpFinish},
		{"starts-behind-end", chunks, startsBehindEnd},
		{"stops-early", chunks, stopsEarly},
		{"one-flag", chunks, oneFlag},
		{"ends-twice", chunks, endsTwice},
	}
}

// dropping removes the chunks of some kinds.
func dropping(kinds ...string) func([]record) []record {
	drop := map[string]bool{}
	for _, k := range kinds {
		drop[k] = true
	}
	return func(records []record) []record {
		var kept []record
		for _, r := range records {
			if !drop[r.data().text("type")] {
				kept = append(kept, r)
			}
		}
		return kept
	}
}

// flushesBehindEnd swaps the end of each text with the delta before it.
func flushesBehindEnd(records []record) []record {
	all := append([]record{}, records...)
	for i := 1; i < len(all); i++ {
		if all[i].data().text("type") == "text-end" && all[i-1].data().text("type") == "text-delta" {
			all[i], all[i-1] = all[i-1], all[i]
		}
	}
	return all
}

func textOnCall(records []record) []record {
	var all []record
	call := ""
	for _, r := range records {
		d := r.data()
		switch d.text("type") {
		case "tool-input-start":
			call = d.text("toolCallId")
		case "text-start", "text-end":
			if call != "" {
				continue
			}
		case "text-delta":
			if call != "" {
				r = record{"data": d.with("id", call)}
			}
		}
		all = append(all, r)
	}
	return all
}

// reopensNothing ends every text at its first delta.
func reopensNothing(records []record) []record {
	var all []record
	for _, r := range records {
		d := r.data()
		if d.text("type") == "text-end" {
			continue
		}
		if all = append(all, r); d.text("type") == "text-start" {
			all = append(all, chunk("text-end", "id", d["id"]))
		}
	}
	return all
}

func makesUpFinish(records []record) []record {
	var all []record
	for _, r := range records {
		if t := r.data().text("type"); t == "error" || t == "abort" {
			r = chunk("finish", "finishReason", "stop")
		}
		all = append(all, r)
	}
	return all
}

// startsBehindEnd moves the starts of calls after the end of the output.
func startsBehindEnd(records []record) []record {
	var all, open []record
	for _, r := range records {
		switch r.data().text("type") {
		case "tool-input-start", "tool-input-delta":
			open = append(open, r)
		default:
			all = append(all, r)
		}
	}
	return append(all, open...)
}

func stopsEarly(records []record) []record {
	var all []record
	for _, r := range records {
		if all = append(all, r); r.data().text("type") == "text-delta" {
			all = append(all, chunk("finish", "finishReason", "stop"))
		}
	}
	return all
}

// oneFlag writes the calls that are open once more when another one ends.
func oneFlag(records []record) []record {
	var all, open []record
	for _, r := range records {
		all = append(all, r)
		switch d := r.data(); d.text("type") {
		case "tool-input-start", "tool-input-delta", "tool-input-available":
			open = append(open, r)
		case "tool-output-available":
			open = unless(func(o record) bool { return o.data().text("toolCallId") == d.text("toolCallId") })(open)
			all = append(all, open...)
		}
	}
	return all
}

// endsTwice writes a finish behind each error.
func endsTwice(records []record) []record {
	var all []record
	for _, r := range records {
		if all = append(all, r); r.data().text("type") == "error" {
			all = append(all, chunk("finish", "finishReason", "stop"))
		}
	}
	return all
}

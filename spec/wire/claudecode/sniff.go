package claudecode

func (codec) Sniff([][]byte) (int, string) { return 0, "" }

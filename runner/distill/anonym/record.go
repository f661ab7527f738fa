package anonym

// Records are the records with neutral values.
func Records(dialect string, records [][]byte, o Options) ([][]byte, *Report, error) {
	return records, &Report{}, nil
}

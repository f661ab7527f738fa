package campaign

import (
	"encoding/json"
	"fmt"
	"math"
	"math/bits"
)

// A sketch estimates the number of distinct hashes within about 2 %, in
// constant memory: HyperLogLog (Flajolet et al. 2007).
type sketch struct{ registers [1 << sketchBits]uint8 }

const sketchBits = 11

func (s *sketch) add(hash uint64) {
	hash = (hash ^ hash>>31) * 0x9E3779B97F4A7C15 // hashes of short texts vary little in their high bits
	r := &s.registers[hash>>(64-sketchBits)]
	*r = max(*r, uint8(1+bits.LeadingZeros64(hash<<sketchBits|1<<(sketchBits-1))))
}

// estimate returns the approximate number of distinct hashes.
func (s *sketch) estimate() int {
	const m = 1 << sketchBits
	sum, zeros := 0.0, 0
	for _, r := range s.registers {
		sum += math.Ldexp(1, -int(r))
		if r == 0 {
			zeros++
		}
	}
	raw := 0.7213 / (1 + 1.079/m) * m * m / sum
	if raw <= 2.5*m && zeros > 0 {
		raw = m * math.Log(float64(m)/float64(zeros))
	}
	return int(raw + 0.5)
}

// MarshalJSON writes the registers.
func (s *sketch) MarshalJSON() ([]byte, error) { return json.Marshal(s.registers[:]) }

// UnmarshalJSON reads the registers.
func (s *sketch) UnmarshalJSON(text []byte) error {
	var b []byte
	if err := json.Unmarshal(text, &b); err != nil {
		return err
	}
	if len(b) != len(s.registers) {
		return fmt.Errorf("campaign: a count of interleavings in %d registers, not %d", len(b), len(s.registers))
	}
	copy(s.registers[:], b)
	return nil
}

package scan

// An Object is an object's members in order, for a reader that asks for several.
type Object []member

// A member is one of an object's.
type member struct {
	Key   string
	Value Value
}

// Read makes the Object that of a value, which has no members unless it is an object.
// What it was before is overwritten.
func (o *Object) Read(v Value) Object {
	*o = o.empty()
	for key, value := range v.Members() {
		*o = append(*o, member{key, value})
	}
	return *o
}

// empty is the Object without members, and with room for some.
func (o Object) empty() Object {
	if cap(o) == 0 {
		return make(Object, 0, 16)
	}
	return o[:0]
}

// Get is what Value.Get is: the last member of that key, absent if there is none.
func (o Object) Get(key string) Value {
	for i := len(o) - 1; i >= 0; i-- {
		if o[i].Key == key {
			return o[i].Value
		}
	}
	return ""
}

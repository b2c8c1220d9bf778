package suite

// rope reads the half-width of the region of practical equivalence.
func (r *reader) rope(f field) float64 {
	switch v := f.value; {
	case v.kind != number:
		r.wrong(v, f.name, "a number")
	case v.number <= 0:
		r.fail(v.at, "leave rope out to declare no differences that do not matter", "rope is %s, must be positive", v.text)
	default:
		return v.number
	}
	return 0
}

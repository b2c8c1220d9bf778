package feature

// gather adds the scores of the labels of the variable to row (K).
func (k *candidateWork) gather(row, w []float64) {
	c := k.c
	for i := range k.terms {
		t := &k.terms[i]
		of := &k.labels[t.pair.label]
		switch hash := of.hash; {
		case of.one && !t.pair.near && t.value == 1:
			for label, h := range hash[:len(row)] {
				row[label] += w[c.at(t.hash, h)]
			}
		case t.pair.near:
			for j, h := range hash {
				label := of.label[j]
				row[label] += t.value * of.value[j] * w[c.at(t.hash, h+k.near[label])]
			}
		default:
			for j, h := range hash {
				row[of.label[j]] += t.value * of.value[j] * w[c.at(t.hash, h)]
			}
		}
	}
	var some [room]weighed
	for label := range row {
		for _, f := range k.others(some[:0], label) {
			row[label] += f.value * w[f.at]
		}
	}
}

// room is for the features of a variable and a label that are no pairs; more are allocated.
const room = 8

// point adds a times the features of the variable and one label to dst.
func (k *candidateWork) point(dst []float64, a float64, label int) {
	c := k.c
	for i := range k.terms {
		t := &k.terms[i]
		of, near := &k.labels[t.pair.label], uint64(0)
		if t.pair.near {
			near = k.near[label]
		}
		for j := of.start[label]; j < of.start[label+1]; j++ {
			dst[c.at(t.hash, of.hash[j]+near)] += a * (t.value * of.value[j])
		}
	}
	var some [room]weighed
	for _, f := range k.others(some[:0], label) {
		dst[f.at] += a * f.value
	}
}

// add adds a·Σ_k mean(k)·φ of variable d and label k to dst.
func (k *candidateWork) add(dst []float64, a float64, d int, mean []float64) {
	some := 0
	for _, v := range mean {
		if v != 0 {
			some++
		}
	}
	if some == 0 {
		return
	}
	k.variable(d)
	if 3*some < len(mean) {
		for label, v := range mean {
			if v != 0 {
				k.point(dst, a*v, label)
			}
		}
		return
	}
	k.scatter(dst, a, mean)
}

// scatter is add for many labels.
func (k *candidateWork) scatter(dst []float64, a float64, mean []float64) {
	c := k.c
	for i := range k.terms {
		t := &k.terms[i]
		of := &k.labels[t.pair.label]
		v := a * t.value
		switch hash := of.hash; {
		case of.one && !t.pair.near:
			for label, h := range hash[:len(mean)] {
				dst[c.at(t.hash, h)] += v * mean[label]
			}
		case t.pair.near:
			for j, h := range hash {
				label := of.label[j]
				dst[c.at(t.hash, h+k.near[label])] += v * of.value[j] * mean[label]
			}
		default:
			for j, h := range hash {
				dst[c.at(t.hash, h)] += v * of.value[j] * mean[of.label[j]]
			}
		}
	}
	var some [room]weighed
	for label, v := range mean {
		for _, f := range k.others(some[:0], label) {
			dst[f.at] += a * v * f.value
		}
	}
}

// mark marks the coordinates of all labels of the variable in the set.
func (k *candidateWork) mark() {
	for i := range k.terms {
		t := &k.terms[i]
		of := &k.labels[t.pair.label]
		for j, h := range of.hash {
			if t.pair.near {
				h += k.near[of.label[j]]
			}
			at := k.c.at(t.hash, h)
			k.set[at>>6] |= 1 << (at & 63)
		}
	}
	var some [room]weighed
	for label := range k.x.K {
		for _, f := range k.others(some[:0], label) {
			k.set[f.at>>6] |= 1 << (f.at & 63)
		}
	}
}

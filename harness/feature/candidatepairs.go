package feature

// gather adds the scores of the labels of the variable to row (K).
func (k *candidateWork) gather(row, w []float64) {
	for i := range k.terms {
		t, c, near := k.terms[i], k.c, k.terms[i].near[:len(row)]
		if t.of.one {
			for label, h := range t.of.hash[:len(row)] {
				row[label] += t.value * w[c.at(t.hash, h+near[label])]
			}
			continue
		}
		for j, h := range t.of.hash {
			label := t.of.label[j]
			row[label] += t.value * t.of.value[j] * w[c.at(t.hash, h+near[label])]
		}
	}
	for label := range row {
		k.others(label, func(at int, value float64) { row[label] += value * w[at] })
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
	if 3*some >= len(mean) {
		k.scatter(dst, a, mean)
		return
	}
	for label, v := range mean {
		if v != 0 {
			k.each(label, func(at int, value float64) { dst[at] += a * v * value })
		}
	}
}

// scatter is add for many labels.
func (k *candidateWork) scatter(dst []float64, a float64, mean []float64) {
	for i := range k.terms {
		t, c, near := k.terms[i], k.c, k.terms[i].near[:len(mean)]
		v := a * t.value
		if t.of.one {
			for label, h := range t.of.hash[:len(mean)] {
				dst[c.at(t.hash, h+near[label])] += v * mean[label]
			}
			continue
		}
		for j, h := range t.of.hash {
			label := t.of.label[j]
			dst[c.at(t.hash, h+near[label])] += v * t.of.value[j] * mean[label]
		}
	}
	for label, v := range mean {
		k.others(label, func(at int, value float64) { dst[at] += a * v * value })
	}
}

// mark marks the coordinates of all labels of the variable in the set.
func (k *candidateWork) mark() {
	set, c := k.set, k.c
	for i := range k.terms {
		t := &k.terms[i]
		for j, h := range t.of.hash {
			at := c.at(t.hash, h+t.near[t.of.label[j]])
			set[at>>6] |= 1 << (at & 63)
		}
	}
	for label := range k.x.K {
		k.others(label, func(at int, _ float64) { set[at>>6] |= 1 << (at & 63) })
	}
}

package superpixel

import (
	"container/heap"
	"math"
)

const (
	nearPlace   = 0.5  // bandwidth of places for rarity
	nearColour  = 10   // bandwidth of colours for their densities
	middle      = 0.5  // width of the prior for the position of objects
	share       = 0.35 // share of the middle assumed to be object, before colours are known
	refinements = 4
)

// A context describes a region relative to its picture. The last four fields measure saliency
// without learning: objects lie in the middle of a picture and differ from its border.
type context struct {
	fromImage      [3]float64 // mean colour minus that of the picture
	fromNeighbours [3]float64 // mean colour minus that of the neighbours, by length of the border
	rarity         float64    // mean distance in colour from all regions, near ones counting more
	depth          float64    // length of the shortest path in colour to the border of the picture
	// log-odds of the colour in the object: from the middle of the picture, and refined
	object [2]float64
}

// A picture is the input of the contexts.
type picture struct {
	looks   []look
	places  []place
	borders []Border
	colour2 []float64 // N×N squared distances of mean colours
}

// contexts returns the context of every region. O(N²).
func contexts(looks []look, places []place, borders []Border) []context {
	p := &picture{looks: looks, places: places, borders: borders}
	n := len(looks)
	p.colour2 = make([]float64, n*n)
	for i := range looks {
		for j := range i {
			d := looks[i].distance2(&looks[j])
			p.colour2[i*n+j], p.colour2[j*n+i] = d, d
		}
	}
	list := make([]context, n)
	p.contrast(list)
	p.rarity(list)
	p.depth(list)
	p.object(list)
	return list
}

// contrast sets the differences from the picture and from the neighbours.
func (p *picture) contrast(list []context) {
	var mean [3]float64
	total := 0.0
	for i := range p.looks {
		total += p.looks[i].size
		for c, v := range p.looks[i].mean {
			mean[c] += v * p.looks[i].size
		}
	}
	length := make([]float64, len(list))
	for _, b := range p.borders {
		length[b.U] += b.Length
		length[b.V] += b.Length
		for c := range mean {
			difference := b.Length * (p.looks[b.U].mean[c] - p.looks[b.V].mean[c])
			list[b.U].fromNeighbours[c] += difference
			list[b.V].fromNeighbours[c] -= difference
		}
	}
	for i := range list {
		for c := range mean {
			list[i].fromImage[c] = p.looks[i].mean[c] - mean[c]/total
			if length[i] > 0 {
				list[i].fromNeighbours[c] /= length[i]
			}
		}
	}
}

// rarity is the regional contrast of Cheng et al. (CVPR 2011), Eq. 7.
func (p *picture) rarity(list []context) {
	n := len(list)
	for i := range list {
		sum, norm := 0.0, 0.0
		for j := range list {
			dx, dy := p.places[i].x-p.places[j].x, p.places[i].y-p.places[j].y
			w := p.looks[j].size * math.Exp(-(dx*dx+dy*dy)/(2*nearPlace*nearPlace))
			sum += w * math.Sqrt(p.colour2[i*n+j])
			norm += w
		}
		list[i].rarity = sum / norm
	}
}

// depth is the geodesic saliency of Wei et al. (ECCV 2012), Eq. 1: shortest paths
// from the border of the picture by Dijkstra's algorithm.
func (p *picture) depth(list []context) {
	n := len(list)
	neighbours := make([][]int, n)
	for _, b := range p.borders {
		neighbours[b.U] = append(neighbours[b.U], int(b.V))
		neighbours[b.V] = append(neighbours[b.V], int(b.U))
	}
	var queue sizes
	for i := range list {
		list[i].depth = math.Inf(1)
		if p.places[i].border > 0 {
			list[i].depth = 0
			queue = append(queue, sized{0, int32(i)})
		}
	}
	for len(queue) > 0 {
		first := heap.Pop(&queue).(sized)
		i := int(first.id)
		if first.size > list[i].depth {
			continue
		}
		for _, j := range neighbours[i] {
			if d := first.size + math.Sqrt(p.colour2[i*n+j]); d < list[j].depth {
				list[j].depth = d
				heap.Push(&queue, sized{d, int32(j)})
			}
		}
	}
}

// object compares the density of a region's colour in the object and in the rest of the picture, by
// kernel estimates over all regions. The first estimate uses only the position prior; each
// refinement uses the object found by the last.
func (p *picture) object(list []context) {
	n := len(list)
	kernel := make([]float64, n*n)
	for i, d := range p.colour2 {
		kernel[i] = math.Exp(-d / (2 * nearColour * nearColour))
	}
	prior, inside := make([]float64, n), make([]float64, n)
	for i := range list {
		inside[i] = p.places[i].bell(middle)
		prior[i] = math.Log(share * inside[i] / (1 - share*inside[i]))
	}
	odds := make([]float64, n)
	for round := range refinements + 1 {
		p.odds(odds, inside, kernel)
		for i, v := range odds {
			list[i].object[min(round, 1)] = v
			inside[i] = 1 / (1 + math.Exp(-prior[i]-2*v))
		}
	}
}

// odds sets the log-odds of each colour, given the share of every region inside the object.
func (p *picture) odds(odds, inside, kernel []float64) {
	const unseen = 1e-3 // density of an unseen colour
	n := len(odds)
	object, rest := 1.0, 1.0 // one pixel each, to keep both non-empty
	for j, c := range inside {
		object += c * p.looks[j].size
		rest += (1 - c) * p.looks[j].size
	}
	for i := range odds {
		var f, b float64
		for j, c := range inside {
			w := kernel[i*n+j] * p.looks[j].size
			f += w * c
			b += w * (1 - c)
		}
		odds[i] = math.Log((unseen + f/object) / (unseen + b/rest))
	}
}

package wording

import (
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// ownNumber finds a number that stands by itself, with a sign on either side: not in a name, a path
// or quotes.
var ownNumber = regexp.MustCompile(
	`(?:^|[\s(\[=<>≥≤±–/])([-−]?\d+(?:\.\d+)?(?:e[-+]?\d+)?)(?:[\s)\],;:=%–/…]|\.\s|\.?$)`)

// named finds the name of an instance.
var named = regexp.MustCompile(`instance "[^"]*"`)

// MergeNumbers merges texts that differ in their numbers only into one text with ranges, such as
// "42 to 45 of 60". The name of an instance may differ, too: the first one stays, with "and others".
// It compares as much of a text as a note shows. It returns the merged texts in the order of their
// first members, and the indices of the members of each. Cost: O(total length).
func MergeNumbers(texts []string) (merged []string, members [][]int) {
	at, texts := map[string]int{}, slices.Clone(texts)
	for t, text := range texts {
		rest := text
		if len(named.FindAllString(text, 2)) == 1 {
			rest = named.ReplaceAllString(text, "instance")
		}
		rest = OneLine(replaceNumbers(rest, func(int, string) string { return "0" }))
		i, ok := at[rest]
		if !ok {
			i = len(members)
			at[rest] = i
			members = append(members, nil)
		}
		members[i] = append(members[i], t)
	}
	for _, list := range members {
		name, others := named.FindString(texts[list[0]]), ""
		for _, t := range list {
			if other := named.FindString(texts[t]); other != name {
				texts[t] = strings.Replace(texts[t], other, name, 1)
				others = " and others"
			}
		}
		merged = append(merged, strings.Replace(withRanges(texts, list), name, name+others, 1))
	}
	return merged, members
}

// withRanges returns the first member with the range of each number over all members.
func withRanges(texts []string, members []int) string {
	var low, high []string
	for m, t := range members {
		replaceNumbers(texts[t], func(i int, number string) string {
			switch v := numberOf(number); {
			case m == 0:
				low, high = append(low, number), append(high, number)
			case i >= len(low): // behind what is compared
			case v < numberOf(low[i]):
				low[i] = number
			case v > numberOf(high[i]):
				high[i] = number
			}
			return number
		})
	}
	return replaceNumbers(texts[members[0]], func(i int, number string) string {
		if low[i] == high[i] {
			return number
		}
		return low[i] + " to " + high[i]
	})
}

// replaceNumbers replaces the numbers of a text that stand by themselves; i counts them from 0.
func replaceNumbers(text string, by func(i int, number string) string) string {
	var b strings.Builder
	for i := 0; ; i++ {
		at := ownNumber.FindStringSubmatchIndex(text)
		if at == nil {
			return b.String() + text
		}
		b.WriteString(text[:at[2]] + by(i, text[at[2]:at[3]]))
		text = text[at[3]:] // the sign behind this number may stand before the next one
	}
}

// numberOf returns the value of a number that ownNumber found.
func numberOf(number string) float64 {
	v, err := strconv.ParseFloat(strings.Replace(number, "−", "-", 1), 64)
	if err != nil {
		return math.NaN()
	}
	return v
}

package claims

import "strings"

var small = func() map[string]float64 {
	all := map[string]float64{}
	for i, word := range strings.Fields("zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty") {
		all[word] = float64(i)
	}
	for i, word := range strings.Fields("thirty forty fifty sixty seventy eighty ninety") {
		all[word] = float64(30 + 10*i)
	}
	return all
}()

var multiples = map[string]float64{"hundred": 100, "thousand": 1000, "lakh": 1e5, "lakhs": 1e5, "lac": 1e5, "lacs": 1e5, "crore": 1e7, "crores": 1e7, "dozen": 12}

// numberAt reads a number in figures or words that begins at a token, and tells how many tokens it has; 0 when there is none.
func numberAt(list []token, i int) (value float64, n int) {
	if i >= len(list) {
		return 0, 0
	}
	if list[i].figures {
		value, n = list[i].number, 1
		for i+n < len(list) {
			word := list[i+n].lower
			if word == "k" && list[i+n].glued {
				value, n = value*1000, n+1
				continue
			}
			factor, ok := multiples[word]
			if !ok {
				break
			}
			value, n = value*factor, n+1
		}
		return value, n
	}
	return wordsAt(list, i)
}

// wordsAt reads "thirty-nine", "fifteen hundred", "one lakh twenty-five thousand", "a dozen".
func wordsAt(list []token, i int) (value float64, n int) {
	total, group, j := 0.0, 0.0, i
	if (list[i].lower == "a" || list[i].lower == "an") && i+1 < len(list) && multiples[list[i+1].lower] != 0 {
		group, j = 1, i+1
	}
	for j < len(list) {
		word := list[j].lower
		if v, ok := small[word]; ok && (j == i || fits(group, v)) {
			group, j = group+v, j+1
		} else if factor, ok := multiples[word]; ok && (group > 0 || word == "dozen") {
			if group == 0 {
				group = 1
			}
			if factor == 100 {
				group *= 100
			} else {
				total, group = total+group*factor, 0
			}
			j++
		} else if j > i && (isDash(list[j]) || word == "and") && j+1 < len(list) && joins(total, group, word, list[j+1].lower) {
			j++
		} else {
			break
		}
	}
	return total + group, j - i
}

// fits tells whether a small number goes on a group: forty + five, three hundred + twelve.
func fits(group, v float64) bool {
	return group == 0 || int(group)%100 == 0 || int(group)%100 >= 20 && int(group)%10 == 0 && v < 10
}

func joins(total, group float64, sign, next string) bool {
	v, ok := small[next]
	if !ok {
		return false
	}
	if sign == "and" {
		return group >= 100 || group == 0 && total > 0
	}
	return int(group)%100 >= 20 && int(group)%10 == 0 && v < 10
}

var ordinals = func() map[string]int {
	all := map[string]int{}
	for i, word := range strings.Fields("first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth twentieth") {
		all[word] = i + 1
	}
	all["thirtieth"] = 30
	return all
}()

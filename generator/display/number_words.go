package display

import (
	"strconv"
	"strings"
)

var (
	ones = strings.Fields(
		"zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen " +
			"sixteen seventeen eighteen nineteen")
	tens = strings.Fields("_ _ twenty thirty forty fifty sixty seventy eighty ninety")
)

// Words spells out a number below a thousand: "thirteen", "thirty-nine", "one hundred and five".
func Words(n int) string {
	switch {
	case n < 0 || n > 999:
		return ""
	case n < 20:
		return ones[n]
	case n < 100 && n%10 == 0:
		return tens[n/10]
	case n < 100:
		return tens[n/10] + "-" + ones[n%10]
	case n%100 == 0:
		return ones[n/100] + " hundred"
	}
	return ones[n/100] + " hundred and " + Words(n%100)
}

// Days returns "1 day" or "30 days".
func Days(n int) string {
	if n == 1 {
		return "1 day"
	}
	return strconv.Itoa(n) + " days"
}

// List returns "a, b and c".
func List(words []string, and string) string {
	if len(words) < 2 {
		return strings.Join(words, "")
	}
	return strings.Join(words[:len(words)-1], ", ") + " " + and + " " + words[len(words)-1]
}

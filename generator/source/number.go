package source

import (
	"cmp"
	"reflect"
	"strconv"
	"strings"

	"gopkg.in/yaml.v3"
)

func onlyDigits(s string) bool { return ConsistsOf(s, "0123456789") }

func decimal(s string) bool {
	before, after, has := strings.Cut(s, ".")
	return onlyDigits(before) && (before[0] != '0' || before == "0") && (!has || onlyDigits(after))
}

func wholeNumber(s string) bool { return onlyDigits(s) && len(s) <= 18 && (s[0] != '0' || s == "0") }

func (d *decoder) number(node *yaml.Node, v reflect.Value, f *field) {
	value, right := node.Value, wholeNumber
	if v.CanFloat() {
		right = decimal
	} else if f.min != nil && *f.min < 0 {
		right = func(s string) bool { return wholeNumber(strings.TrimPrefix(s, "-")) }
	}
	if !right(value) {
		if meant, is := d.lookalike(node, f, true, right); is {
			setNumber(v, meant)
		} else {
			d.notNumber(node, v, f, right)
		}
		return
	}
	n := setNumber(v, value)
	if f.min != nil && n < *f.min && f.key == "price" {
		d.report(node, `"price" must be at least 1, because a payment of 0 is not possible; free tickets are issued at `+
			`the desk ("complimentary" in desk.yaml)`)
	} else if f.min != nil && n < *f.min {
		d.report(node, `"%s" must be at least %.f; found %s. %s`, f.key, *f.min, value, f.help())
	}
	if f.max != nil && n > *f.max {
		d.report(node, `"%s" can be at most %.f; found %s. %s`, f.key, *f.max, value, f.help())
	}
}

// setNumber stores and returns a number that is right, or wrong only in the characters around it.
func setNumber(v reflect.Value, text string) float64 {
	n, _ := strconv.ParseFloat(text, 64)
	if v.CanFloat() {
		v.SetFloat(n)
	} else {
		v.SetInt(int64(n))
	}
	return n
}

func (d *decoder) notNumber(node *yaml.Node, v reflect.Value, f *field, right func(string) bool) {
	value := strings.TrimSpace(node.Value)
	unit := "a whole number"
	if v.CanFloat() {
		unit = "a number"
	} else if v.Type().Name() == "Rupees" {
		unit = "an amount in whole rupees"
	}
	bare := strings.TrimSpace(strings.NewReplacer("₹", "", "Rs.", "", "Rs", "", "INR", "", ",", "", "/-", "", "_", "",
		"rupees", "",
		"%", "", " ", "").Replace(value))
	whole := cmp.Or(strings.TrimLeft(bare, "0"), "0")
	switch {
	case strings.HasPrefix(bare, "-") && onlyDigits(bare[1:]):
		d.report(node, `"%s" cannot be less than 0; found %s`, f.key, value)
		setNumber(v, bare)
	case onlyDigits(bare) && bare != whole:
		d.reportCertain(node, whole, `"%s" is %s; a 0 at the beginning changes its meaning, so write %s`, f.key, unit, whole)
		setNumber(v, bare)
	case right(bare) && (decimalComma(value) || commaFollows(d.rest(node), value)):
		d.report(node, `"%s" is %s without symbols, commas or spaces`, f.key, unit)
	case right(bare):
		d.reportCertain(node, bare, `"%s" is %s without symbols, commas or spaces; write %s instead of "%s"`, f.key, unit,
			bare,
			cut(value))
		setNumber(v, bare)
	case onlyDigits(bare):
		d.report(node, `"%s" is %s; "%s" is far too large`, f.key, unit, cut(value))
	case decimal(bare):
		d.report(node, `"%s" is %s without a decimal point; found "%s"`, f.key, unit, cut(value))
	default:
		d.report(node, `"%s" is %s, for example 25; found "%s"`, f.key, unit, cut(value))
	}
}

// decimalComma reports whether the last comma may begin a fraction, as in 400,50: it is not followed by exactly three
// digits.
func decimalComma(value string) bool {
	i := strings.LastIndex(value, ",")
	return i >= 0 && len(strings.TrimFunc(value[i+1:], func(r rune) bool { return r < '0' || r > '9' })) != 3
}

// commaFollows reports whether a comma and a digit follow the value. In { price: ₹5,500 }, YAML ends the value after
// the 5.
func commaFollows(rest, value string) bool {
	after, found := strings.CutPrefix(rest, value+",")
	return found && after != "" && onlyDigits(after[:1])
}

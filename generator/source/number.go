package source

import (
	"reflect"
	"strconv"
	"strings"

	"gopkg.in/yaml.v3"
)

func (d *decoder) number(node *yaml.Node, v reflect.Value, f *field) {
	value := node.Value
	if v.Kind() != reflect.Float64 && !wholeNumber(value) {
		if meant, is := d.lookalike(node, f, true, wholeNumber); is {
			n, _ := strconv.ParseInt(meant, 10, 64)
			v.SetInt(n)
			return
		}
	}
	if !plain(node) {
		if wholeNumber(value) {
			d.tellCertain(node, value, `"%s" is a number; write %s without quotes`, f.key, value)
		}
	}
	if v.Kind() == reflect.Float64 {
		n, err := strconv.ParseFloat(value, 64)
		if err != nil || !decimal().MatchString(value) || n <= 0 {
			d.report(node, `"%s" is a number greater than 0, for example 4.5; found "%s"`, f.key, cut(value))
			return
		}
		v.SetFloat(n)
		return
	}
	if !wholeNumber(value) {
		d.notWhole(node, v, f)
		return
	}
	n, _ := strconv.ParseInt(value, 10, 64)
	d.limits(node, n, f)
	v.SetInt(n)
}

// notWhole describes what is wrong with a number, and how to write it.
func (d *decoder) notWhole(node *yaml.Node, v reflect.Value, f *field) {
	value := strings.TrimSpace(node.Value)
	unit := "a whole number"
	if v.Type().Name() == "Rupees" {
		unit = "an amount in whole rupees"
	}
	bare := strings.TrimSpace(strings.NewReplacer("₹", "", "Rs.", "", "Rs", "", "INR", "", ",", "", "/-", "", "_", "",
		"%", "", " ", "").Replace(value))
	switch {
	case strings.HasPrefix(bare, "-") && onlyDigits(bare[1:]):
		d.report(node, `"%s" cannot be less than 0; found %s`, f.key, value)
		if n, err := strconv.ParseInt(bare, 10, 64); err == nil {
			v.SetInt(n)
		}
	case len(bare) > 1 && bare[0] == '0' && onlyDigits(bare):
		whole := ifEmpty(strings.TrimLeft(bare, "0"), "0")
		d.tellCertain(node, whole, `"%s" is %s; a 0 at the beginning changes its meaning, so write %s`, f.key, unit, whole)
		if n, err := strconv.ParseInt(bare, 10, 64); err == nil {
			v.SetInt(n)
		}
	case wholeNumber(bare) && commaFollows(d.rest(node), value):
		d.report(node, `"%s" is %s without symbols, commas or spaces`, f.key, unit)
	case wholeNumber(bare):
		d.tellCertain(node, bare, `"%s" is %s without symbols, commas or spaces; write %s instead of "%s"`, f.key, unit, bare,
			cut(value))
		if n, err := strconv.ParseInt(bare, 10, 64); err == nil {
			v.SetInt(n)
		}
	case onlyDigits(bare):
		d.report(node, `"%s" is %s; "%s" is far too large`, f.key, unit, cut(value))
	case decimal().MatchString(bare):
		d.report(node, `"%s" is %s without a decimal point; found "%s"`, f.key, unit, cut(value))
	default:
		d.report(node, `"%s" is %s, for example 25; found "%s"`, f.key, unit, cut(value))
	}
}

// commaFollows reports whether a comma and a digit follow in the line: { price: ₹5,500 } ends the value at 5.
func commaFollows(rest, value string) bool {
	after, found := strings.CutPrefix(rest, value+",")
	return found && after != "" && onlyDigits(after[:1])
}

func (d *decoder) limits(node *yaml.Node, n int64, f *field) {
	if f.min != nil && n < *f.min {
		d.report(node, `"%s" must be at least %d; found %d. %s`, f.key, *f.min, n, f.help())
	}
	if f.max != nil && n > *f.max {
		d.report(node, `"%s" can be at most %d; found %d. %s`, f.key, *f.max, n, f.help())
	}
}

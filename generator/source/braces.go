package source

import (
	"slices"
	"strings"

	"gopkg.in/yaml.v3"

	"transom/generator/spelling"
)

// rejoin tells an address in { } with a comma in it where a dot belongs, and reads it as it was meant.
func (d *decoder) rejoin(node *yaml.Node) {
	for i := 2; node.Style&yaml.FlowStyle != 0 && i+1 < len(node.Content); i += 2 {
		before, key := node.Content[i-1], node.Content[i]
		if before.Kind != yaml.ScalarNode || !plain(before) || node.Content[i+1].Value != "" {
			continue
		}
		if d.rejoinNumber(node, i) {
			i -= 2
			continue
		}
		dotted := before.Value + "." + key.Value
		if checkEmail(dotted) != "" && (!strings.HasPrefix(dotted, "https://") || checkURL(dotted) != "") {
			continue
		}
		if !d.lineOf(before, before.Value+","+key.Value) {
			continue // a space after the comma: two texts
		}
		d.tell(before, "a comma stands in the address where a dot belongs; write \"%s\"", dotted)
		d.told--
		before.Value = dotted
		node.Content = slices.Delete(node.Content, i, i+2)
		i -= 2
	}
}

// rejoinNumber tells an amount with a comma in it, and reads it as it was meant.
func (d *decoder) rejoinNumber(node *yaml.Node, i int) bool {
	before, key := node.Content[i-1], node.Content[i]
	number := strings.TrimLeft(before.Value, "₹")
	if !onlyDigits(key.Value) || !onlyDigits(number) || len(key.Value) > 3 {
		return false
	}
	d.tell(before, "a comma ends the entry here; a number is written without commas: %s instead of %s,%s", number+key.Value, before.Value, key.Value)
	d.told--
	before.Value, before.Tag = number+key.Value, "!!int"
	node.Content = slices.Delete(node.Content, i, i+2)
	return true
}

// commaFault tells a comma inside a text or number in { }, which begins a new entry there: { price: 5,500 }; and a colon
// that is missing there. It returns the key that was meant.
func (d *decoder) commaFault(node *yaml.Node, i int, keys []string) (string, bool) {
	key, value := node.Content[i], node.Content[i+1]
	if node.Style&yaml.FlowStyle == 0 || !plain(key) || value.Kind != yaml.ScalarNode || !plain(value) || slices.Contains(keys, key.Value) {
		return "", false
	}
	oneWord := strings.Trim(key.Value, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_") == ""
	if value.Value != "" && (i == 0 || node.Content[i-1].Kind != yaml.ScalarNode || oneWord && (!plain(node.Content[i-1]) || !strings.Contains(value.Value, " ") || spelling.Nearest(key.Value, keys) != "")) {
		return "", false
	}
	if before := node.Content[max(i-1, 0)]; value.Value != "" {
		d.tell(before, "a comma ends the text here, because it stands in { }; write it in quotes: \"%s, %s: %s\"", cut(before.Value), key.Value, cut(value.Value))
		return key.Value, true
	}
	if first, rest, found := strings.Cut(key.Value, " "); found && slices.Contains(keys, first) {
		d.tell(key, "the colon after \"%s\" is missing; write \"%s: %s\"", first, first, cut(rest))
		return first, true
	}
	if i == 0 || node.Content[i-1].Kind != yaml.ScalarNode {
		return "", false
	}
	before := node.Content[i-1]
	switch {
	case before.Value == "": // told as empty
	case strings.ContainsAny(before.Value, "“„"):
		whole := strings.Trim(before.Value+", "+key.Value, curlyMarks)
		d.tell(before, "these are curly quotation marks, as Word makes them, which do not hold the text together; write \"%s\"", cut(whole))
	default:
		d.tell(before, "a comma ends the text here, because it stands in { }; write it in quotes: \"%s, %s\"", cut(before.Value), cut(key.Value))
	}
	return key.Value, true
}

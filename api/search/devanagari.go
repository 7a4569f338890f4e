package search

import (
	"regexp"
	"strings"

	"golang.org/x/text/unicode/norm"
)

// romanised writes Devanagari in Latin letters by the Hunterian system (the Government of India's), without the length
// of vowels. A consonant carries an a, unless a vowel sign or a virama follows or it ends a word on its own:
// राम is Ram, चन्द्र Chandra.
func romanised(text string) string {
	text = norm.NFKD.String(text) // letters with a dot become two characters
	if !anyDevanagari.MatchString(text) {
		return text
	}
	return withoutVowel.Replace(letters.Replace(lastConsonant.ReplaceAllString(text, "${1}${2}्${3}")))
}

var (
	anyDevanagari = regexp.MustCompile(`\p{Devanagari}`)
	lastConsonant = regexp.MustCompile(`(^|[^्])([क-ह]़?)([^\p{Devanagari}]|$)`)
	withoutVowel  = strings.NewReplacer("\x00्", "", "\x00", "a")
	letters       = strings.NewReplacer(devanagari()...)
)

// devanagari returns pairs for a replacer. NUL stands for a consonant's vowel, which a virama removes. Vowel signs
// begin with a virama.
func devanagari() (pairs []string) {
	add := func(list, before, after string) {
		from, to := "", strings.Fields(norm.NFKD.String(list))
		for i, part := range to {
			if i%2 == 0 {
				from = part
			} else {
				pairs = append(pairs, from, before+part+after)
			}
		}
	}
	add(`क़ q ख़ kh ग़ g ज़ z ड़ r ढ़ rh फ़ f
		ंह ngh ंब mb ंभ mbh ंप mp ंफ mph
		क k ख kh ग g घ gh ङ n च ch छ chh ज j झ jh ञ n ट t ठ th ड d ढ dh ण n
		त t थ th द d ध dh न n प p फ ph ब b भ bh म m
		य y र r ल l ळ l व v श sh ष sh स s ह h`, "", "\x00")
	add(`ा a ि i ी i ु u ू u ृ ri ॅ e े e ै ai ॉ o ो o ौ au`, "्", "")
	add(`अ a आ a इ i ई i उ u ऊ u ऋ ri ऍ e ए e ऐ ai ऑ o ओ o औ au ं n ँ n ॐ om
		० 0 १ 1 २ 2 ३ 3 ४ 4 ५ 5 ६ 6 ७ 7 ८ 8 ९ 9`, "", "")
	return pairs
}

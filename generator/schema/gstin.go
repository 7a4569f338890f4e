package schema

import (
	"regexp"
	"strings"
	"sync"
)

// GSTStates lists the places of supply in India, by code. Source: GST reference, section 8. The codes 25 and 28 no
// longer exist (GSTStateCode).
var GSTStates = map[string]string{
	"01": "Jammu and Kashmir", "02": "Himachal Pradesh", "03": "Punjab", "04": "Chandigarh", "05": "Uttarakhand",
	"06": "Haryana", "07": "Delhi", "08": "Rajasthan", "09": "Uttar Pradesh", "10": "Bihar", "11": "Sikkim",
	"12": "Arunachal Pradesh", "13": "Nagaland", "14": "Manipur", "15": "Mizoram", "16": "Tripura", "17": "Meghalaya",
	"18": "Assam", "19": "West Bengal", "20": "Jharkhand", "21": "Odisha", "22": "Chhattisgarh", "23": "Madhya Pradesh",
	"24": "Gujarat", "26": "Dadra and Nagar Haveli and Daman and Diu", "27": "Maharashtra", "29": "Karnataka",
	"30": "Goa", "31": "Lakshadweep", "32": "Kerala", "33": "Tamil Nadu", "34": "Puducherry",
	"35": "Andaman and Nicobar Islands", "36": "Telangana", "37": "Andhra Pradesh", "38": "Ladakh",
	"97": "Other Territory",
}

// GSTStateCode returns a State's current code, or "" for a code that does not exist. Daman and Diu (25) has been part
// of 26 since January 2020.
func GSTStateCode(code string) string {
	if code == "25" {
		code = "26"
	}
	if GSTStates[code] == "" {
		return ""
	}
	return code
}

// GSTINFault says what is wrong with a GST number.
type GSTINFault int

// Even a number without a fault may not be registered; only the government's site can tell.
const (
	GSTINGood       GSTINFault = iota
	GSTINShape                 // it does not have the 15 characters of a GSTIN
	GSTINState                 // no State has this code
	GSTINOldState              // the State no longer exists: the firm has a new GSTIN
	GSTINCheckDigit            // the check digit is wrong, because of a typing mistake
)

var gstinShapes = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^(?:[0-9]{2}(?:[A-Z]{5}[0-9]{4}[A-Z][1-9A-Z][Z1-9ABD-J][0-9A-Z]|` +
		`[A-Z]{4}[0-9]{5}[A-Z][0-9]Z[0-9]|[A-Z]{4}[A-Z0-9][0-9]{4}[A-Z][1-9A-Z][DC][0-9A-Z])|` +
		`[0-9]{4}[A-Z]{3}[0-9]{5}[UO]N[A-Z0-9])$`)
})

// CheckGSTIN checks a GST number in capitals. Source: GST reference, section 7.
func CheckGSTIN(gstin string) GSTINFault {
	if !gstinShapes().MatchString(gstin) {
		return GSTINShape
	}
	switch state := gstin[:2]; {
	case state == "25" || state == "28":
		return GSTINOldState
	case GSTStates[state] == "":
		return GSTINState
	case GSTINDigit(gstin) != gstin[len(gstin)-1:]:
		return GSTINCheckDigit
	}
	return GSTINGood
}

// GSTINDigit computes the check digit from the first 14 characters of a GST number: their values in base 36, with
// alternating weights 1 and 2. Source: GST reference, section 7.
func GSTINDigit(gstin string) string {
	const digits = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"
	sum := 0
	for i, c := range gstin[:len(gstin)-1] {
		product := strings.IndexRune(digits, c) * (1 + i%2)
		sum += product/36 + product%36
	}
	return digits[(36-sum%36)%36:][:1]
}

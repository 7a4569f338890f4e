package texts

import "testing"

func TestAmountInWords(t *testing.T) {
	for paise, want := range map[int64]string{
		0:               "Rupees zero only",
		5:               "Rupees zero and five paise only",
		3540_00:         "Rupees three thousand five hundred forty only",
		19_99:           "Rupees nineteen and ninety-nine paise only",
		1_47_500_00:     "Rupees one lakh forty-seven thousand five hundred only",
		10_00_001_01:    "Rupees ten lakh one and one paise only",
		1_00_00_000_00:  "Rupees one crore only",
		12_34_56_789_20: "Rupees twelve crore thirty-four lakh fifty-six thousand seven hundred eighty-nine and twenty paise only",
	} {
		if got := AmountInWords(paise); got != want {
			t.Errorf("%d: %s, want %s", paise, got, want)
		}
	}
}

package search

import (
	"strings"
	"testing"
)

// sameNames are spellings of one name that are common in India.
const sameNames = `
Lakshmi Laxmi | Pooja Puja | Rajeev Rajiv | Deepak Dipak
Dixit Dikshit | Mukherjee Mukherji | Yousuf Yusuf | Omer Umar | Meera Mira
Chaudhary Chowdhury | Chaudhary Choudhary | Chaudhari Choudhury
Aggarwal Agarwal | Agarwal Agrawal | Vishwanath Viswanath
Lakshmi Lakshmy | Sanjeev Sanjiv | Sunita Suneeta | Sunita Sunitha
Geeta Gita | Geetha Gita | Kavita Kavitha | Praveen Pravin
Naveen Navin | Sameer Samir | Neeraj Niraj | Girish Gireesh
Satish Sathish | Sateesh Sathish | Karthik Kartik | Karthick Kaarthik
Anoop Anup | Roopa Rupa | Kapoor Kapur | Sood Sud
Saxena Saksena | Minakshi Meenaxi | Akshay Axay | Wadhwa Vadhva | Biswas Biswash
Diwakar Divakar | Bannerjee Banerji | Chatterjee Chaterji | Bhattacharya Bhattacharyya | Gautam Gowtham | Gautam Goutam
Gaurav Gourav | Sowmya Saumya | Srinivas Shrinivas
Sreenivas Srinivas | Srivastava Shrivastav | Mishra Misra | Shukla Sukla
Sharma Sarma | Varma Verma | Ahmed Ahmad | Mohammed Muhammad
Mohd Mohammad | Hussain Hossein | Shaikh Sheikh | Farooq Faruk
Qureshi Kureshi | Siddiqui Siddiqi | Rafique Rafeek | Abdullah Abdulla
Aziz Ajij | Zaveri Jhaveri | Phadke Fadke | Ghosh Gosh
Pandey Pande | Dubey Dube | Joshi Joshee | Tripathi Tripathy
Reddy Reddi | Bhavana Bhavna | Rajani Rajni | Kamala Kamla
Rajendra Rajender | Rajinder Rajendra | Pragya Pradnya
Subramanian Subramanyan | Priya Preeya | Sonia Soniya | Vidya Vidhya
Chhaya Chaya | Swati Swathi | Shweta Sweta | Jyoti Jyothi | Aarti Arti | Vikas Vikash | Dass Das | Ajay Ajai | Nair Nayr
Venkatesh Wenkatesh | Sachin Satchin | Mathur Mathoor | Thakur Thakoor | Siddharth Sidharth | Balakrishnan Balkrishnan
Ramachandra Ramchandra | Eshwar Ishwar
Iyer Aiyar | Iyengar Aiyangar | Iyappan Ayyappan | Saurav Sourav | Saurabh Sourav | Rishabh Rishav | Amitabh Amitava
Bandopadhyaya Bandyopadhyay | Upadhyaya Upadhyay | Gnanendra Gyanendra | Pragna Pragya | Ayyub Ayub
आशा Asha | सुनीता Sunita | लक्ष्मी Laxmi | राजेन्द्र Rajendra
शर्मा Sharma | वर्मा Verma | अग्रवाल Agarwal
श्रीवास्तव Srivastava | मुखर्जी Mukherjee | अंबिका Ambika
फ़ातिमा Fatima | प्रज्ञा Pragya | कृष्ण Krishna | ऋषि Rishi
सिंह Singh | सिन्हा Sinha | मोहम्मद Mohammad | चौधरी Chaudhary
कमला Kamla | अय्यर Iyer | पांडे Pandey | कौर Kaur | ज़ाकिर Zakir
गुप्ता Gupta | जोशी Joshi | मिश्र Mishra | तिवारी Tiwari
रामचन्द्र Ramachandra | राम Ram | ओमप्रकाश Omprakash`

// otherNames are names of different people that look or sound similar.
const otherNames = `
Vishwanath Viswanathan | Anil Sunil | Rita Ritu | Sanjay Sanjiv | Asha Usha
Ram Rama | Ravi Rani | Anil Anila | Kiran Karan | Sunil Sonal
Amit Ajit | Amit Sumit | Meena Mona | Neha Nisha | Vijay Vijaya
Ramesh Suresh | Raina Rana | Rina Raina | Jain Jaan | Saini Sani
Sinha Singh | Patel Patil | Gupta Dutta | Rahul Raul | Mehta Mehra
Sheela Shaila | Prem Param | Kumar Kumari | Hari Hira | Mohan Mohini
Nitin Naveen | Deepak Deepika | Deepa Dipti | Rao Roy | Arun Varun
Tarun Varun | Tara Tarun | Pooja Priya | Sita Savita | Seema Soma
Manoj Manish | Mahesh Mukesh | Rakesh Rajesh | Krishna Krishnan
Shah Saha | Bose Basu | Anand Ananda | Kapil Gopal | Nair Nayak
Menon Manan | Verma Virani | Komal Kamal | Jaya Jai | Uma Umar
Ayan Iyer | Garg Garv | Rabha Rava | Vijaya Vijay | Lagan Lagna
Saurabh Surabhi | Aditya Udaya | Vignesh Vijesh
Lata Lalita | Nandini Nandita | Vivek Vikas | Pandey Pandya | Dev Devi | Asha Esha`

func TestSpellingsOfOneNameSoundAlike(t *testing.T) {
	different, pairs := 0, splitPairs(sameNames)
	for _, pair := range pairs {
		if a, b := SoundOf(Fold(pair[0])), SoundOf(Fold(pair[1])); a != b || a == "" {
			different++
			t.Logf("%s and %s are %s and %s", pair[0], pair[1], a, b)
		}
	}
	if different > 0 {
		t.Errorf("%d of %d pairs sound different", different, len(pairs))
	}
	for _, pair := range splitPairs(otherNames) {
		if a, b := SoundOf(Fold(pair[0])), SoundOf(Fold(pair[1])); a == b {
			t.Errorf("%s and %s are both %s", pair[0], pair[1], a)
		}
	}
}

func splitPairs(text string) (pairs [][]string) {
	for line := range strings.SplitSeq(strings.TrimSpace(text), "\n") {
		for pair := range strings.SplitSeq(line, "|") {
			pairs = append(pairs, strings.Fields(pair))
		}
	}
	return pairs
}

func TestOnlyNamesHaveASound(t *testing.T) {
	for _, word := range []string{"", "ab", "98765", "asha@example.org", "344-030", "as%a", "a_a", "~~~"} {
		if got := SoundOf(word); got != "" {
			t.Errorf("%q sounds like %q", word, got)
		}
	}
}

func TestFolding(t *testing.T) {
	for typed, want := range map[string]string{
		"Dvořák": "dvorak", "D’Souza": "dsouza", "D'Souza": "dsouza", "MÜLLER": "muller", "Straße": "strasse",
		"Øystein": "oystein", "ﬁne": "fine", "Ａｓｈａ": "asha", "Nguyễn": "nguyen", "Łukasz": "lukasz", "e\u0301": "e",
	} {
		if got := Fold(typed); got != want {
			t.Errorf("%q is folded to %q, want %q", typed, got, want)
		}
	}
}

func TestNamesThatSoundAlike(t *testing.T) {
	for heard, spelled := range map[string]string{
		"farha": "farah", "mehtta": "mehta", "srma": "sarma", "kumar": "kumarr", "iyar": "iyra", "zoe": "zoee", "a": "a",
		"asha": "sasha", "rao": "ra",
		"lakshmy": "lakshmi", "mehta": "mekta", "ravi": "rawi", "vyas": "wyas", "priya": "pryya", "divya": "divia",
		"jaya": "jaia", "shirma": "sharma", "ayer": "iyer",
	} {
		if !Alike(heard, spelled) || !Alike(spelled, heard) {
			t.Errorf("%s is not like %s", heard, spelled)
		}
	}
	for heard, other := range map[string]string{"farha": "farida", "mehta": "mekda", "abcd": "badc", "amit": "ajit",
		"ravi": "rami", "lakshmy": "laxmi", "rao": "r", "": "ab", "kumar": "rakum"} {
		if Alike(heard, other) || Alike(other, heard) {
			t.Errorf("%s is like %s", heard, other)
		}
	}
	text := "farah khan-rao indore"
	for words, want := range map[[2]string]bool{{"farha", "khan"}: true, {"farha", "ind"}: true, {"farha", "kahn"}: true,
		{"farha", "kahm"}: false, {"far", "kan"}: false} {
		if AlikeIn(text, words[:]) != want {
			t.Errorf("%v in %q: %v", words, text, !want)
		}
	}
}

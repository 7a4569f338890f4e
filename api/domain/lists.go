package domain

// Each returns what f makes of each element. The result is never nil, so that JSON has a list.
func Each[In, Out any](all []In, f func(In) Out) []Out {
	out := make([]Out, len(all))
	for i, one := range all {
		out[i] = f(one)
	}
	return out
}

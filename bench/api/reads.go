package main

import (
	"cmp"
	"slices"
)

const (
	bookingsRead = 200  // bookings that are read over and over, here and at the peer
	readsARound  = 4000 // reads of one program before it is the other's turn
	rounds       = 5    // the median counts
)

// measureReads reads bookings from the product and, when it is installed, from the peer, in turn, so that a busy moment
// of the machine meets both.
func measureReads(p *product, dir string, ids, links []string) (ours result, peers *result, err error) {
	ask, err := p.preparedReads(ids, links)
	if err != nil {
		return ours, nil, err
	}
	read, stop, err := startPocketBase(dir, min(bookingsRead, len(ids)))
	if err != nil {
		return ours, nil, err
	}
	defer stop()
	var mine, theirs []result
	for range rounds {
		r, err := load(readsARound, ask)
		if err != nil {
			return ours, nil, err
		}
		mine = append(mine, r)
		if read == nil {
			continue
		}
		if r, err = load(readsARound, read); err != nil {
			return ours, nil, err
		}
		theirs = append(theirs, r)
	}
	if len(theirs) > 0 {
		median := middle(theirs)
		peers = &median
	}
	return middle(mine), peers, nil
}

func middle(all []result) result {
	slices.SortFunc(all, func(a, b result) int { return cmp.Compare(a.perSecond(), b.perSecond()) })
	return all[len(all)/2]
}

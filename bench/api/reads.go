package main

import (
	"cmp"
	"fmt"
	"slices"
)

const (
	bookingsRead = 200
	readsARound  = 4000 // number of reads from each program in a round
	rounds       = 5    // the result is their median
)

type read struct {
	name   string
	reason string // why it is not twice as fast as PocketBase
	ask    func(i int) error
}

type measured struct {
	read
	result
}

// The product and PocketBase are measured in turn, so that a busy moment of the machine affects both.
func measureReads(p *product, dir string, ids, links []string) (ours []measured, peers *result, err error) {
	reads, err := p.preparedReads(ids, links)
	if err != nil {
		return nil, nil, err
	}
	other, stop, err := startPocketBase(dir, min(bookingsRead, len(ids)))
	if err != nil {
		return nil, nil, err
	}
	defer stop()
	mine, theirs := make([][]result, len(reads)), []result(nil)
	for range rounds {
		for i, read := range reads {
			r, err := load(readsARound, read.ask)
			if err != nil {
				return nil, nil, fmt.Errorf("%s: %w", read.name, err)
			}
			mine[i] = append(mine[i], r)
		}
		if other == nil {
			continue
		}
		r, err := load(readsARound, other)
		if err != nil {
			return nil, nil, err
		}
		theirs = append(theirs, r)
	}
	for i, read := range reads {
		ours = append(ours, measured{read, middle(mine[i])})
	}
	if len(theirs) > 0 {
		median := middle(theirs)
		peers = &median
	}
	return ours, peers, nil
}

func middle(all []result) result {
	slices.SortFunc(all, func(a, b result) int { return cmp.Compare(a.perSecond(), b.perSecond()) })
	return all[len(all)/2]
}

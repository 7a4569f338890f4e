package app

import (
	"context"
	"errors"
	"io"

	"transom/api/product"
	"transom/api/store"
)

// openSides also creates the tables of the database that is moved to.
func (c settings) openSides(ctx context.Context, toDatabase bool) (from, to *product.Side, err error) {
	file := c
	file.Database = ""
	ends := []settings{file, c}
	if !toDatabase {
		ends = []settings{c, file}
	}
	if from, err = ends[0].openSide(ctx, store.OpenExisting); err != nil {
		return nil, nil, err
	}
	if to, err = ends[1].openSide(ctx, store.Open); err != nil {
		return nil, nil, errors.Join(err, from.Close())
	}
	return from, to, nil
}

func (c settings) openSide(ctx context.Context, open func(context.Context, string) (*store.Store,
	error)) (*product.Side, error) {
	db, err := c.openChecked(ctx, open, hasMoved)
	if err != nil {
		return nil, err
	}
	pictures, err := c.openPictures(db)
	if err != nil {
		return nil, errors.Join(err, db.Close())
	}
	side := &product.Side{Store: db, Blobs: pictures, Name: "the folder " + c.Var, Close: db.Close}
	if c.HasInstances() {
		side.Name = "PostgreSQL"
	}
	if closer, is := pictures.(io.Closer); is {
		side.Close = func() error { return errors.Join(db.Close(), closer.Close()) }
	}
	return side, nil
}

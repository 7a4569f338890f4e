package invented

import (
	"bytes"
	"context"
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"image/jpeg"

	"golang.org/x/image/font"
	"golang.org/x/image/font/basicfont"
	"golang.org/x/image/math/fixed"

	"transom/api/domain"
	"transom/api/store"
)

// addPictures gives the people who have paid an invented identity document, and two of three a photo, if the form asks
// for them. The documents are encrypted like real ones.
func (s Setup) addPictures(ctx context.Context, written int) error {
	for n := range written {
		b, err := s.Store.FindBooking(ctx, idOf(n))
		if err != nil {
			return err
		}
		category, known := s.Content.CategoryByType(b.CategoryType)
		if b.PaidAt.IsZero() || !known {
			continue
		}
		if n%3 != 0 && s.asks(domain.PhotoSlot.Field, category) {
			if b.PhotoAsset, err = s.store(ctx, domain.PhotoSlot.Kind, ".jpg", portrait(n)); err != nil {
				return err
			}
		}
		if s.Sealer != nil && s.asks(domain.IDSlot.Field, category) {
			sealed, err := s.Sealer.Seal(card(b.Name(), b.DOB, n))
			if err != nil {
				return err
			}
			if b.IDAsset, err = s.store(ctx, domain.IDSlot.Kind, ".jpg.age", sealed); err != nil {
				return err
			}
		}
		if err := s.Store.Write(ctx, func(tx *store.Tx) error { return tx.SaveBookingPerson(ctx, b) }); err != nil {
			return err
		}
	}
	return nil
}

// store stores a picture and claims it.
func (s Setup) store(ctx context.Context, kind, ending string, data []byte) (id string, err error) {
	now := s.Clock.Now()
	a := domain.Asset{ID: domain.NewAssetID(), Kind: kind, CreatedAt: now, SizeBytes: len(data)}
	if err := s.Blobs.Put(ctx, kind+"/"+a.ID+ending, data); err != nil {
		return "", err
	}
	return a.ID, s.Store.Write(ctx, func(tx *store.Tx) error {
		if err := tx.InsertAsset(ctx, a); err != nil {
			return err
		}
		_, err := tx.ClaimAsset(ctx, a.ID, kind, now)
		return err
	})
}

// card draws an invented document whose number is covered except for its last digits.
func card(name, born string, n int) []byte {
	c := image.NewRGBA(image.Rect(0, 0, 240, 150))
	fill(c, c.Bounds(), color.RGBA{236, 232, 220, 255})
	fill(c, image.Rect(12, 44, 68, 114), color.RGBA{160, 170, 175, 255})
	fill(c, image.Rect(80, 104, 168, 120), color.Black)
	for i, line := range []string{"INVENTED DOCUMENT", "", "", name, born, "", fmt.Sprintf("             %04d", n)} {
		d := font.Drawer{Dst: c, Src: image.Black, Face: basicfont.Face7x13, Dot: fixed.P(80, 20+i*16)}
		d.DrawString(line)
	}
	return encoded(c)
}

// portrait draws a figure on a ground of its own colour.
func portrait(n int) []byte {
	c := image.NewRGBA(image.Rect(0, 0, 240, 240))
	fill(c, c.Bounds(), color.RGBA{uint8(90 + n*37%120), uint8(100 + n*53%110), uint8(110 + n*71%100), 255})
	fill(c, image.Rect(88, 60, 152, 140), color.RGBA{240, 225, 205, 255})
	fill(c, image.Rect(60, 150, 180, 240), color.RGBA{40, 44, 60, 255})
	return encoded(c)
}

func fill(c *image.RGBA, area image.Rectangle, with color.Color) {
	draw.Draw(c, area, image.NewUniform(with), image.Point{}, draw.Src)
}

// encoded returns the picture as a JPEG, three times as large.
func encoded(c *image.RGBA) []byte {
	var b bytes.Buffer
	_ = jpeg.Encode(&b, enlarged{c}, nil) // writing to memory never fails
	return b.Bytes()
}

type enlarged struct{ *image.RGBA }

const times = 3

func (e enlarged) Bounds() image.Rectangle {
	size := e.RGBA.Bounds().Size().Mul(times)
	return image.Rect(0, 0, size.X, size.Y)
}

func (e enlarged) At(x, y int) color.Color { return e.RGBA.At(x/times, y/times) }

package invented

import (
	"bytes"
	"context"
	"fmt"
	"image"
	"image/color"
	"image/jpeg"

	"golang.org/x/image/draw"
	"golang.org/x/image/font"
	"golang.org/x/image/font/basicfont"
	"golang.org/x/image/math/fixed"

	"transom/api/booking"
	"transom/api/domain"
	"transom/api/store"
)

// addPictures gives everybody who has paid an invented identity document, and two in three of them a photo, if the form
// asks for these. The documents are encrypted like real ones.
func (s Setup) addPictures(ctx context.Context, written int) error {
	var people []booking.Booking
	var pictures []domain.Asset
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
			photo, err := s.put(ctx, domain.PhotoSlot.Kind, ".jpg", portrait(n))
			if err != nil {
				return err
			}
			b.PhotoAsset, pictures = photo.ID, append(pictures, photo)
		}
		if s.Sealer != nil && s.asks(domain.IDSlot.Field, category) {
			sealed, err := s.Sealer.Seal(card(b.Name(), b.DOB, n))
			if err != nil {
				return err
			}
			document, err := s.put(ctx, domain.IDSlot.Kind, ".jpg.age", sealed)
			if err != nil {
				return err
			}
			b.IDAsset, pictures = document.ID, append(pictures, document)
		}
		people = append(people, b)
	}
	return s.Store.Write(ctx, func(tx *store.Tx) error {
		for _, a := range pictures {
			if err := tx.InsertAsset(ctx, a); err != nil {
				return err
			}
			if _, err := tx.ClaimAsset(ctx, a.ID, a.Kind, a.CreatedAt); err != nil {
				return err
			}
		}
		for _, b := range people {
			if err := tx.SaveBookingPerson(ctx, b); err != nil {
				return err
			}
		}
		return nil
	})
}

func (s Setup) put(ctx context.Context, kind, ending string, data []byte) (domain.Asset, error) {
	a := domain.Asset{ID: domain.NewAssetID(), Kind: kind, CreatedAt: s.Clock.Now(), SizeBytes: len(data)}
	return a, s.Blobs.Put(ctx, kind+"/"+a.ID+ending, data)
}

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

func encoded(c *image.RGBA) []byte {
	large := image.NewRGBA(image.Rectangle{Max: c.Bounds().Max.Mul(2)})
	draw.NearestNeighbor.Scale(large, large.Bounds(), c, c.Bounds(), draw.Src, nil)
	var b bytes.Buffer
	_ = jpeg.Encode(&b, large, nil)
	return b.Bytes()
}

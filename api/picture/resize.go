package picture

import (
	"image"
	"image/color"

	"golang.org/x/image/draw"
)

// shrink halves the picture as often as possible and does the rest in one step: each step averages neighbours and needs
// no more memory than its result, unlike kernel scalers, which need another 32 bytes per pixel.
func shrink(src image.Image, longestSide int) image.Image {
	size := src.Bounds().Size()
	longest := max(size.X, size.Y)
	if longest <= longestSide {
		return flatten(src)
	}
	want := image.Pt(max(1, size.X*longestSide/longest), max(1, size.Y*longestSide/longest))
	for size.X >= 2*want.X && size.Y >= 2*want.Y {
		size = image.Pt(size.X/2, size.Y/2)
		src = scale(src, size)
	}
	if size != want {
		src = scale(src, want)
	}
	return src
}

func scale(src image.Image, size image.Point) image.Image {
	dst := whiteCanvas(size)
	draw.ApproxBiLinear.Scale(dst, dst.Bounds(), src, src.Bounds(), draw.Over, nil)
	return dst
}

// flatten returns a picture without transparency, on white if necessary, in a format that can be encoded quickly.
func flatten(src image.Image) image.Image {
	switch src.(type) {
	case *image.YCbCr, *image.Gray:
		return src
	}
	dst := whiteCanvas(src.Bounds().Size())
	draw.Draw(dst, dst.Bounds(), src, src.Bounds().Min, draw.Over)
	return dst
}

func whiteCanvas(size image.Point) *image.RGBA {
	canvas := image.NewRGBA(image.Rectangle{Max: size})
	draw.Draw(canvas, canvas.Bounds(), image.NewUniform(color.White), image.Point{}, draw.Src)
	return canvas
}

// turn applies an EXIF orientation to the pixels, because the stored picture has no EXIF data.
func turn(src image.Image, orientation int) image.Image {
	if orientation <= 1 {
		return src
	}
	bounds := src.Bounds()
	w, h := bounds.Dx(), bounds.Dy()
	// For each orientation: the source of pixel (x, y) in the upright picture.
	from := map[int]func(x, y int) (int, int){
		2: func(x, y int) (int, int) { return w - 1 - x, y },
		3: func(x, y int) (int, int) { return w - 1 - x, h - 1 - y },
		4: func(x, y int) (int, int) { return x, h - 1 - y },
		5: func(x, y int) (int, int) { return y, x },
		6: func(x, y int) (int, int) { return y, h - 1 - x },
		7: func(x, y int) (int, int) { return w - 1 - y, h - 1 - x },
		8: func(x, y int) (int, int) { return w - 1 - y, x },
	}[orientation]
	flat := whiteCanvas(image.Pt(w, h))
	draw.Draw(flat, flat.Bounds(), src, bounds.Min, draw.Src)
	size := image.Pt(w, h)
	if orientation >= 5 {
		size = image.Pt(h, w)
	}
	dst := image.NewRGBA(image.Rectangle{Max: size})
	for y := range size.Y {
		for x := range size.X {
			sx, sy := from(x, y)
			copy(dst.Pix[dst.PixOffset(x, y):][:4], flat.Pix[flat.PixOffset(sx, sy):][:4])
		}
	}
	return dst
}

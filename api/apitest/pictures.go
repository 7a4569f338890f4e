package apitest

import (
	"bytes"
	"image"
	"image/color"
	"image/jpeg"
	"image/png"
	"sync"
)

// SmallJPEG returns a picture that is cheap to process.
var SmallJPEG = sync.OnceValue(func() []byte { return JPEG(Gradient(64, 48)) })

// Gradient returns a picture with four different corners, so that a rotation is visible.
func Gradient(width, height int) image.Image {
	img := image.NewRGBA(image.Rect(0, 0, width, height))
	for y := range height {
		for x := range width {
			img.SetRGBA(x, y, color.RGBA{R: byte(x * 255 / width), G: byte(y * 255 / height), B: byte((x ^ y) & 0x3F), A: 255})
		}
	}
	return img
}

// JPEG encodes a picture.
func JPEG(img image.Image) []byte {
	var out bytes.Buffer
	if err := jpeg.Encode(&out, img, nil); err != nil {
		panic(err)
	}
	return out.Bytes()
}

// PNG encodes a picture.
func PNG(img image.Image) []byte {
	var out bytes.Buffer
	if err := png.Encode(&out, img); err != nil {
		panic(err)
	}
	return out.Bytes()
}

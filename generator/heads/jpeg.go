package heads

import (
	"bytes"
	"encoding/binary"
)

const (
	markerSOI  = 0xD8
	markerEOI  = 0xD9
	markerSOS  = 0xDA
	markerAPP1 = 0xE1
	markerTEM  = 0x01
)

func readJPEG(data []byte) (Head, error) {
	head := Head{Format: "jpeg", Orientation: 1}
	at := 2
	for {
		marker, next, ok := nextMarker(data, at)
		if !ok {
			return head, head.needMore()
		}
		at = next
		if marker == markerEOI {
			return head, head.needMore()
		}
		if marker == markerTEM || marker >= 0xD0 && marker <= markerSOI {
			continue // these markers have no segment
		}
		segment, ok := segmentAt(data, at)
		if !ok {
			return head, ErrNeedMore
		}
		switch {
		case isFrame(marker):
			if head.Width > 0 {
				return head, ErrBroken // a second frame
			}
			if !head.readFrame(marker, segment) {
				return head, ErrBroken
			}
		case marker == markerAPP1:
			if o := exifOrientation(segment); o != 0 {
				head.Orientation = o
			}
		case marker == markerSOS:
			head.Scans++
		}
		at += 2 + len(segment)
	}
}

func (h Head) needMore() error {
	if h.Width == 0 || h.Scans == 0 {
		return ErrNeedMore
	}
	return nil
}

// nextMarker skips entropy-coded data.
func nextMarker(data []byte, at int) (marker byte, next int, ok bool) {
	for {
		i := bytes.IndexByte(data[min(at, len(data)):], 0xFF)
		if i < 0 {
			return 0, 0, false
		}
		at += i
		for at < len(data) && data[at] == 0xFF { // fill bytes
			at++
		}
		if at >= len(data) {
			return 0, 0, false
		}
		if data[at] != 0 { // FF 00 is an escaped data byte
			return data[at], at + 1, true
		}
	}
}

func segmentAt(data []byte, at int) ([]byte, bool) {
	if at+2 > len(data) {
		return nil, false
	}
	length := int(binary.BigEndian.Uint16(data[at:]))
	if length < 2 || at+length > len(data) {
		return nil, false
	}
	return data[at+2 : at+length], true
}

// isFrame reports whether a marker begins a frame (SOF0 to SOF15 without DHT, JPG and DAC).
func isFrame(marker byte) bool {
	return marker >= 0xC0 && marker <= 0xCF && marker != 0xC4 && marker != 0xC8 && marker != 0xCC
}

// readFrame counts four more bytes of memory per coefficient for a progressive frame.
func (h *Head) readFrame(marker byte, s []byte) bool {
	if len(s) < 6 || len(s) < 6+3*int(s[5]) || s[5] == 0 {
		return false
	}
	h.Height = int(binary.BigEndian.Uint16(s[1:]))
	h.Width = int(binary.BigEndian.Uint16(s[3:]))
	components := int(s[5])
	most, sum := 1, 0
	for i := range components {
		sampling := s[6+3*i+1]
		area := int(sampling>>4) * int(sampling&15)
		most, sum = max(most, area), sum+area
	}
	perComponent := int64(1)
	if marker == 0xC2 {
		perComponent = 5
	}
	pixels := int64(h.Width) * int64(h.Height)
	h.Memory = pixels * int64(sum) * perComponent / int64(most)
	if components == 4 {
		h.Memory += 4 * pixels // to convert CMYK, a second picture is kept in memory
	}
	return h.Width > 0 && h.Height > 0
}

// exifOrientation reads tag 0x0112 in an EXIF segment, or returns 0 if there is none.
func exifOrientation(s []byte) int {
	tiff, found := bytes.CutPrefix(s, []byte("Exif\x00\x00"))
	if !found || len(tiff) < 8 {
		return 0
	}
	var order binary.ByteOrder = binary.BigEndian
	if bytes.HasPrefix(tiff, []byte("II")) {
		order = binary.LittleEndian
	}
	offset := int(order.Uint32(tiff[4:]))
	if offset < 8 || offset+2 > len(tiff) {
		return 0
	}
	entries := int(order.Uint16(tiff[offset:]))
	for i := range entries {
		at := offset + 2 + 12*i
		if at+12 > len(tiff) {
			return 0
		}
		if order.Uint16(tiff[at:]) == 0x0112 {
			if o := int(order.Uint16(tiff[at+8:])); o >= 1 && o <= 8 {
				return o
			}
			return 0
		}
	}
	return 0
}

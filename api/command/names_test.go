package command_test

import (
	"context"
	"encoding/binary"
	"net"
	"strings"
	"testing"
)

const (
	typeA   = 1
	typeMX  = 15
	typeTXT = 16
)

var zone = map[string]map[uint16][]byte{
	"good.example.": {typeMX: append([]byte{0, 10}, label("mail.good.example.")...),
		typeTXT: text("v=spf1 mx -all")},
	"_dmarc.good.example.": {typeTXT: text("v=DMARC1; p=reject")},
	"bare.example.":        {typeA: {127, 0, 0, 1}},
}

func newNames(t *testing.T) *net.Resolver {
	t.Helper()
	conn, err := net.ListenPacket("udp", "127.0.0.1:0")
	must(t, err)
	t.Cleanup(func() { conn.Close() })
	go func() {
		query := make([]byte, 512)
		for {
			n, from, err := conn.ReadFrom(query)
			if err != nil {
				return
			}
			conn.WriteTo(answer(query[:n]), from)
		}
	}()
	return &net.Resolver{PreferGo: true, Dial: func(ctx context.Context, _, _ string) (net.Conn, error) {
		return new(net.Dialer).DialContext(ctx, "udp", conn.LocalAddr().String())
	}}
}

// RFC 1035, section 4.
func answer(query []byte) []byte {
	end, name := 12, ""
	for query[end] != 0 {
		size := int(query[end])
		name += string(query[end+1:end+1+size]) + "."
		end += 1 + size
	}
	end += 5 // the name's final zero byte, the record type and the class
	kind := binary.BigEndian.Uint16(query[end-4:])
	records, known := zone[strings.ToLower(name)]
	out := append([]byte{}, query[:end]...)
	flags, count := uint16(0x8180), uint16(0)
	if !known {
		flags |= 3
	}
	if data, found := records[kind]; found {
		count = 1
		out = append(out, 0xC0, 12) // a pointer to the name in the question
		out = binary.BigEndian.AppendUint16(out, kind)
		out = append(out, 0, 1, 0, 0, 0, 60)
		out = binary.BigEndian.AppendUint16(out, uint16(len(data)))
		out = append(out, data...)
	}
	binary.BigEndian.PutUint16(out[2:], flags)
	binary.BigEndian.PutUint16(out[6:], count)
	copy(out[8:12], []byte{0, 0, 0, 0})
	return out
}

func label(name string) (out []byte) {
	for part := range strings.SplitSeq(strings.TrimSuffix(name, "."), ".") {
		out = append(append(out, byte(len(part))), part...)
	}
	return append(out, 0)
}

func text(s string) []byte { return append([]byte{byte(len(s))}, s...) }

package proof_test

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"net"
	"os"
	"path/filepath"
	"strconv"
	"testing"
	"time"

	"transom/api/apitest"
	"transom/api/blob"
	"transom/api/gateway/razorpay"
	"transom/api/metrics"
	"transom/api/payment"
	"transom/api/picture"
	"transom/api/product"
	"transom/api/registration"
	"transom/api/server"
	"transom/api/signin"
	"transom/api/store"
	"transom/api/upload"
)

// The program that is killed is this test binary, started again with these variables.
const (
	childDir     = "TRANSOM_PROOF_DIR"
	childPlace   = "TRANSOM_PROOF_PLACE"
	childGateway = "TRANSOM_PROOF_GATEWAY"
	childEpoch   = "TRANSOM_PROOF_EPOCH"
)

func TestMain(m *testing.M) {
	if dir := os.Getenv(childDir); dir != "" {
		if err := runChild(dir); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		return
	}
	os.Exit(m.Run())
}

// fastClock runs sixty times faster than real time, from the same start in every process.
type fastClock struct{ epoch time.Time }

func (c fastClock) Now() time.Time {
	began := time.Date(2025, 3, 11, 6, 30, 0, 0, time.UTC)
	return began.Add(60 * time.Since(c.epoch))
}

// runChild serves the whole API until it is killed. It prints the address on which it listens.
func runChild(dir string) error {
	ctx := context.Background()
	millis, err := strconv.ParseInt(os.Getenv(childEpoch), 10, 64)
	if err != nil {
		return err
	}
	clock := fastClock{time.UnixMilli(millis)}
	db, err := store.Open(ctx, os.Getenv(childPlace))
	if err != nil {
		return err
	}
	blobs, err := blob.OpenFiles(filepath.Join(dir, "uploads"), "photo", "aadhar")
	if err != nil {
		return err
	}
	sealer, _, err := blob.OwnSealer(dir)
	if err != nil {
		return err
	}
	content := apitest.Edition()
	content.Registration.IDDocument.Mode = "off"
	log := slog.New(slog.NewTextHandler(io.Discard, nil))
	payments := payment.New(payment.Setup{
		Store: store.For[payment.Tx](db), Provider: newProvider(razorpay.Name, os.Getenv(childGateway)), Clock: clock,
		Tickets: issuer{}, Content: content, SiteURL: siteURL, Log: log,
	})
	rules, err := registration.NewForm(content)
	if err != nil {
		return err
	}
	registrations := registration.New(rules, store.For[registration.Tx](db), payments, clock, false)
	handler, err := server.New(server.Deps{
		Product: &product.Product{Clock: clock, Content: content, Store: db, Registrations: registrations,
			Payments: payments},
		Settings: server.Settings{SiteURL: siteURL}, Log: log, Metrics: metrics.New(),
		Uploads: upload.NewReceiver(upload.Setup{
			Pictures: picture.NewProcessor(), Blobs: blobs, Sealer: sealer, Store: store.For[upload.Tx](db), Content: content,
			Clock: clock,
		}),
		SignIn: signin.New(signin.Setup{Store: store.For[signin.Tx](db), Clock: clock}),
	})
	if err != nil {
		return err
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return err
	}
	fmt.Println(listener.Addr().String())
	go payments.Run(ctx)
	return server.NewHTTPServer(handler, log).Serve(listener)
}

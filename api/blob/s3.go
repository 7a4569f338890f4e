package blob

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/netip"
	"net/url"
	"strings"
	"time"

	"github.com/minio/minio-go/v7"
	"github.com/minio/minio-go/v7/pkg/credentials"
)

// S3 stores blobs in a bucket of an object store, for many pictures on several machines. The store answers once it
// has stored them, and refuses a name that exists (If-None-Match). Source: postgres reference, section 6.
type S3 struct {
	client *minio.Client
	bucket string
}

// s3Patience is the time limit of one call with its retries, because a visitor is waiting.
const (
	s3Patience = 20 * time.Second
	s3Tries    = 3
)

// IsS3 reports whether an address is that of an object store.
func IsS3(address string) bool { return strings.HasPrefix(address, "s3://") }

// OpenS3 opens a bucket by an address like s3://KEY:SECRET@host/bucket?region=REGION, without contacting it yet.
// Errors do not repeat the address, which contains a secret.
func OpenS3(address string) (*S3, error) {
	u, err := url.Parse(address)
	if err != nil || u.Scheme != "s3" {
		return nil, errors.New("is not an address like s3://KEY:SECRET@host/bucket?region=REGION; in the secret, " +
			"write %2F for /, %2B for +, and so on")
	}
	secret, _ := u.User.Password()
	bucket := strings.Trim(u.Path, "/")
	switch {
	case u.User.Username() == "" || secret == "":
		return nil, errors.New("has no key or no secret: write s3://KEY:SECRET@host/bucket")
	case u.Host == "" || bucket == "" || strings.Contains(bucket, "/"):
		return nil, errors.New("needs a host and exactly one bucket: write s3://KEY:SECRET@host/bucket")
	}
	for name := range u.Query() {
		if name != "region" {
			return nil, fmt.Errorf("has %q after the question mark; only region is allowed", name)
		}
	}
	transport, err := minio.DefaultTransport(!isLoopback(u.Hostname()))
	if err != nil {
		return nil, err
	}
	client, err := minio.New(u.Host, &minio.Options{
		// encrypted unless it is on this machine
		Creds: credentials.NewStaticV4(u.User.Username(), secret, ""), Secure: !isLoopback(u.Hostname()),
		Region: u.Query().Get("region"), Transport: transport, MaxRetries: s3Tries,
	})
	if err != nil {
		return nil, errors.New("cannot be used: check that the host is a name or an IP address, with its port if needed")
	}
	return &S3{client, bucket}, nil
}

func isLoopback(host string) bool {
	addr, err := netip.ParseAddr(host)
	return host == "localhost" || err == nil && addr.IsLoopback()
}

// Put writes a blob unless the name exists.
func (s *S3) Put(ctx context.Context, name string, data []byte) error {
	ctx, cancel := context.WithTimeout(ctx, s3Patience)
	defer cancel()
	options := minio.PutObjectOptions{ContentType: "application/octet-stream", DisableMultipart: true}
	options.SetMatchETagExcept("*")
	if _, err := s.client.PutObject(ctx, s.bucket, name, bytes.NewReader(data), int64(len(data)), options); err != nil {
		return fmt.Errorf("put blob: %w", away(err))
	}
	return nil
}

// away marks temporary errors as ErrAway: all except the refusal of an existing name.
func away(err error) error {
	if minio.ToErrorResponse(err).StatusCode == http.StatusPreconditionFailed {
		return err
	}
	return errors.Join(ErrAway, err)
}

// Get reads a blob.
func (s *S3) Get(ctx context.Context, name string) ([]byte, error) {
	ctx, cancel := context.WithTimeout(ctx, s3Patience)
	defer cancel()
	object, err := s.client.GetObject(ctx, s.bucket, name, minio.GetObjectOptions{})
	if err != nil {
		return nil, fmt.Errorf("get blob: %w", err)
	}
	defer object.Close()
	data, err := io.ReadAll(object)
	if minio.ToErrorResponse(err).Code == minio.NoSuchKey {
		return nil, ErrNotFound
	}
	if err != nil {
		return nil, fmt.Errorf("get blob: %w", away(err))
	}
	return data, nil
}

// Delete deletes a blob. A bucket with versioning keeps it anyway: switch versioning off, or let versions expire.
func (s *S3) Delete(ctx context.Context, name string) error {
	ctx, cancel := context.WithTimeout(ctx, s3Patience)
	defer cancel()
	err := s.client.RemoveObject(ctx, s.bucket, name, minio.RemoveObjectOptions{})
	if err != nil && minio.ToErrorResponse(err).StatusCode != http.StatusNotFound {
		return fmt.Errorf("delete blob: %w", err)
	}
	return nil
}

// List returns the names in a folder that were written before a given time.
func (s *S3) List(ctx context.Context, folder string, before time.Time) (names []string, err error) {
	ctx, cancel := context.WithCancel(ctx) // stops the listing after an error
	defer cancel()
	for object := range s.client.ListObjects(ctx, s.bucket,
		minio.ListObjectsOptions{Prefix: folder + "/", Recursive: true}) {
		if object.Err != nil {
			return nil, fmt.Errorf("list blobs: %w", object.Err)
		}
		if object.LastModified.Before(before) {
			names = append(names, object.Key)
		}
	}
	return names, nil
}

// Check tests whether the bucket exists and can be written.
func (s *S3) Check(ctx context.Context) error {
	name := "check/" + strings.ReplaceAll(time.Now().UTC().Format("150405.000000000"), ".", "-")
	if err := s.Put(ctx, name, []byte("ok")); err != nil {
		return err
	}
	return s.Delete(ctx, name)
}

package blob_test

import (
	"testing"

	"transom/api/blob"
	"transom/api/blob/blobtest"
)

func TestFilesFollowTheContract(t *testing.T) {
	f, err := blob.OpenFiles(t.TempDir(), "photo", "aadhar")
	must(t, err)
	defer f.Close()
	blobtest.Promises(t, f)
}

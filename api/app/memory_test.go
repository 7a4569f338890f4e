package app

import (
	"fmt"
	"image"
	"image/color"
	"net/http"
	"os"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"transom/api/apitest"
)

// TestMemoryUnderPictureBombs sends a hundred bombs at once to the real program, together with the largest accepted
// pictures: security reference, row 30.
func TestMemoryUnderPictureBombs(t *testing.T) {
	t.Parallel()
	const limit = 300 << 20
	c := newCrash(t)
	c.start()
	bomb := append([]byte("\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR\x00\x00\x36\xb0\x00\x00\x36\xb0\x10\x06\x00\x00\x00"),
		make([]byte, 1<<20)...)
	heavy := apitest.PNG(deepPicture(4000, 4000))
	client := &http.Client{Timeout: time.Minute}
	var all sync.WaitGroup
	send := func(data []byte, want int) {
		body, contentType := apitest.Multipart("photo", "a.png", data)
		status, answer := 0, map[string]any(nil)
		// On a busy machine a body may take longer than the program waits for it: a request without an answer is
		// repeated.
		for tries := 0; status == 0 && tries < 10; tries++ {
			status, answer = c.call(client, "/api/upload-assets", contentType, body)
		}
		if status != want {
			t.Errorf("%d %v, want %d", status, answer, want)
		}
	}
	for range 100 {
		all.Go(func() { send(bomb, http.StatusUnprocessableEntity) })
	}
	for range 4 {
		all.Go(func() { send(heavy, http.StatusOK) })
	}
	all.Wait()
	peak := c.peakMemory()
	t.Logf("peak %d MiB", peak>>20)
	if peak > limit {
		t.Errorf("the program took %d MiB", peak>>20)
	}
}

// deepPicture has 16 bits per channel: the most memory for the fewest bytes.
func deepPicture(width, height int) image.Image {
	img := image.NewNRGBA64(image.Rect(0, 0, width, height))
	for i := range width {
		img.Set(i, i%height, color.White)
	}
	return img
}

// peakMemory returns the program's peak memory.
func (c *crash) peakMemory() int { return c.memory("VmHWM:") }

// memory returns one line of the program's memory status from Linux.
func (c *crash) memory(name string) int {
	status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", c.program.Process.Pid))
	if err != nil {
		c.t.Error(err)
		return 0
	}
	for _, line := range strings.Split(string(status), "\n") {
		if value, found := strings.CutPrefix(line, name); found {
			kilobytes, err := strconv.Atoi(strings.Fields(value)[0])
			if err != nil {
				c.t.Error(err)
			}
			return kilobytes << 10
		}
	}
	c.t.Errorf("no %s", name)
	return 0
}

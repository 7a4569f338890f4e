package main

import (
	"bytes"
	"errors"
	"fmt"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"transom/api/apitest"
)

type product struct {
	binary, base, folder string
	env                  []string
	program              *exec.Cmd
	log                  bytes.Buffer
}

func newProduct(dir string) (*product, error) {
	binary, err := filepath.Abs("bin/transom")
	if err != nil {
		return nil, err
	}
	content := filepath.Join(dir, "content")
	if err := os.Mkdir(content, 0o700); err != nil {
		return nil, err
	}
	if err := apitest.WriteEdition(content, apitest.Edition()); err != nil {
		return nil, err
	}
	port, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	addr := port.Addr().String()
	port.Close()
	p := &product{binary: binary, base: "http://" + strings.Replace(addr, "127.0.0.1", "localhost", 1),
		folder: filepath.Join(dir, "var")}
	p.env = append(os.Environ(), "TRANSOM_ADDR="+addr, "TRANSOM_SITE_URL="+p.base, "TRANSOM_CONTENT="+content,
		"TRANSOM_STATIC=site/dist",
		"TRANSOM_VAR="+p.folder, "TRANSOM_REHEARSAL=1", "TRANSOM_INVENTED=0", "TRANSOM_RATE_LIMITS=off", "TRANSOM_DESK=on",
		"TRANSOM_MAIL=outbox")
	return p, nil
}

func (p *product) start() error {
	p.program = exec.Command(p.binary, "serve")
	p.program.Stderr = &p.log
	p.program.Env = p.env
	if err := p.program.Start(); err != nil {
		return err
	}
	for range 3000 {
		if response, err := http.Get(p.base + "/readyz"); err == nil {
			response.Body.Close()
			if response.StatusCode == http.StatusOK {
				return nil
			}
		}
		time.Sleep(10 * time.Millisecond)
	}
	return fmt.Errorf("the program did not become ready: %s", p.log.String())
}

func (p *product) stop() {
	if p.program != nil && p.program.ProcessState == nil {
		p.program.Process.Signal(os.Interrupt)
		p.program.Wait()
	}
}

func (p *product) memory() (int, error) {
	status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", p.program.Process.Pid))
	if err != nil {
		return 0, err
	}
	for line := range strings.Lines(string(status)) {
		if value, found := strings.CutPrefix(line, "VmHWM:"); found {
			kilobytes, err := strconv.Atoi(strings.Fields(value)[0])
			return kilobytes << 10, err
		}
	}
	return 0, errors.New("the system does not report the peak memory")
}

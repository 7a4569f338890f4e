package main

import (
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
)

var errMissing = errors.New("not installed")

type server struct {
	name, binary string
	addr         string
	args         []string
	env          []string
	files        map[string]string
}

// Each server has the shortest configuration that serves the same files with the same compression headers.
func servers(dir string) []server {
	root, _ := os.Getwd()
	dist := filepath.Join(root, "site/dist")
	ours, caddy, nginx := freeAddress(), freeAddress(), freeAddress()
	caddyfile, conf := filepath.Join(dir, "Caddyfile"), filepath.Join(dir, "nginx.conf")
	_, caddyPort, _ := net.SplitHostPort(caddy)
	return []server{
		{name: "Transom", binary: "bin/transom", addr: ours, args: []string{"serve"}, env: []string{
			"TRANSOM_ADDR=" + ours, "TRANSOM_SITE_URL=http://" + ours, "TRANSOM_STATIC=" + dist, "TRANSOM_VAR=" +
				filepath.Join(dir, "var"),
			"TRANSOM_REHEARSAL=0", "TRANSOM_DESK=off", "TRANSOM_PAYMENT_PROVIDER=sandbox", "TRANSOM_ALLOW_SANDBOX=1",
			"TRANSOM_MAIL=outbox",
		}},
		{name: "Caddy", binary: "caddy", addr: caddy, args: []string{"run", "--adapter", "caddyfile", "--config", caddyfile},
			files: map[string]string{
				caddyfile: "{\n admin off\n auto_https off\n}\nhttp://:" + caddyPort + " {\n root * " + dist +
					"\n try_files {path} {path}.html\n file_server {\n  precompressed br gzip\n }\n}\n",
			}, env: []string{"XDG_DATA_HOME=" + dir, "XDG_CONFIG_HOME=" + dir}},
		{name: "nginx", binary: nginxBinary(), addr: nginx, args: []string{"-p", dir, "-c", conf, "-g", "daemon off;"},
			files: map[string]string{
				conf: fmt.Sprintf(`%sworker_processes auto; pid %s/nginx.pid; error_log %s/error.log;
events { worker_connections 1024; }
http { types { text/html html; text/css css; } default_type application/octet-stream;
	access_log off; sendfile on; tcp_nopush on; keepalive_requests 1000000000;
  client_body_temp_path %s/a; proxy_temp_path %s/b; fastcgi_temp_path %s/c; uwsgi_temp_path %s/d; scgi_temp_path %s/e;
  server { listen %s; root %s; gzip_static on; location / { try_files $uri $uri.html =404; } } }
`, asRoot(), dir, dir, dir, dir, dir, dir, dir, nginx, dist),
			}},
	}
}

// asRoot lets nginx's workers read root's folder if root runs the measurement.
func asRoot() string {
	if os.Getuid() == 0 {
		return "user root; "
	}
	return ""
}

func nginxBinary() string {
	const unpacked = "bench/peers/.cache/nginx/usr/sbin/nginx"
	if _, err := os.Stat(unpacked); err == nil {
		return unpacked
	}
	return "nginx"
}

func freeAddress() string {
	port, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		panic(err)
	}
	defer port.Close()
	return port.Addr().String()
}

func (s server) measure(paths []string, long time.Duration) (r result, err error) {
	binary, err := exec.LookPath(s.binary)
	if err != nil {
		return r, errMissing
	}
	for name, text := range s.files {
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			return r, err
		}
	}
	program := exec.Command(binary, s.args...)
	program.Env = append(os.Environ(), s.env...)
	if err := program.Start(); err != nil {
		return r, err
	}
	defer func() {
		program.Process.Signal(os.Interrupt)
		program.Wait()
	}()
	if err := s.ready(paths[0]); err != nil {
		return r, err
	}
	if r, err = ask("http://"+s.addr, paths, long); err != nil {
		return r, err
	}
	r.memory = memory(program.Process.Pid)
	return r, nil
}

func (s server) ready(path string) error {
	for range 1000 {
		if response, err := http.Get("http://" + s.addr + path); err == nil {
			response.Body.Close()
			if response.StatusCode == http.StatusOK {
				return nil
			}
		}
		time.Sleep(10 * time.Millisecond)
	}
	return errors.New("did not become ready")
}

// memory returns the peak memory in bytes of a process and its children; shared pages are counted for each.
func memory(pid int) (bytes int) {
	status, _ := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	for line := range strings.Lines(string(status)) {
		if value, found := strings.CutPrefix(line, "VmHWM:"); found {
			kilobytes, _ := strconv.Atoi(strings.Fields(value)[0])
			bytes += kilobytes << 10
		}
	}
	children, _ := os.ReadFile(fmt.Sprintf("/proc/%d/task/%d/children", pid, pid))
	for _, child := range strings.Fields(string(children)) {
		if n, err := strconv.Atoi(child); err == nil {
			bytes += memory(n)
		}
	}
	return bytes
}

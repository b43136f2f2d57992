// A kubelet for the end-to-end tests: it serves exec, attach, portForward and logs to kube-apiserver by the code that real kubelets and
// container runtimes use, but a command is a process of this machine, and a container is a folder:
//
//	FOLDER/NAMESPACE/POD/CONTAINER/0.log  its log, as container runtimes write it, followed until there is a file `stopped`
//
// What is attached to is a `cat` of its own for each client. A port of a pod is a port of this machine.
package main

import (
	"context"
	"crypto/tls"
	"errors"
	"flag"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"syscall"
	"time"

	"github.com/creack/pty"
	"k8s.io/apimachinery/pkg/util/httpstream/wsstream"
	"k8s.io/apimachinery/pkg/util/proxy"
	translator "k8s.io/apiserver/pkg/util/proxy"
	internalapi "k8s.io/cri-api/pkg/apis"
	runtimeapi "k8s.io/cri-api/pkg/apis/runtime/v1"
	"k8s.io/cri-client/pkg/logs"
	"k8s.io/cri-streaming/pkg/streaming/portforward"
	"k8s.io/cri-streaming/pkg/streaming/remotecommand"
	utilexec "k8s.io/utils/exec"
)

func main() {
	address := flag.String("address", "", "where to listen: 127.0.0.1:10250")
	certificate := flag.String("cert", "", "file of the certificate")
	key := flag.String("key", "", "file of its key")
	folder := flag.String("folder", "", "where the containers are")
	webSockets := flag.Bool("web-sockets", false, "speak WebSockets, as a kubelet with the feature ExtendWebSocketsToKubelet does")
	flag.Parse()
	k := &kubelet{folder: *folder}
	mux := http.NewServeMux()
	mux.HandleFunc("/exec/{namespace}/{pod}/{container}", k.exec)
	mux.HandleFunc("/attach/{namespace}/{pod}/{container}", k.attach)
	mux.HandleFunc("/portForward/{namespace}/{pod}", k.portForward)
	mux.HandleFunc("GET /containerLogs/{namespace}/{pod}/{container}", k.logs)
	handler := http.Handler(mux)
	if *webSockets {
		handler = translating(mux)
	}
	server := &http.Server{
		Addr:    *address,
		Handler: handler,
		// Kubelets speak HTTP/1.1 alone: HTTP/2 has no upgrade.
		TLSNextProto: map[string]func(*http.Server, *tls.Conn, http.Handler){},
	}
	fmt.Fprintln(os.Stderr, server.ListenAndServeTLS(*certificate, *key))
	os.Exit(1)
}

// translating answers WebSockets as real kubelets do: it translates them into SPDY for the container runtime, here the
// same handler on a port of its own.
func translating(runtime http.Handler) http.Handler {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		panic(err)
	}
	go func() { panic(http.Serve(listener, runtime)) }()
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		location := *r.URL
		location.Scheme, location.Host = "http", listener.Addr().String()
		var handler http.Handler = proxy.NewUpgradeAwareHandler(&location, nil, false, false, responder{})
		switch {
		case wsstream.IsWebSocketRequestWithStreamCloseProtocol(r):
			options, ok := optionsOf(w, r)
			if !ok {
				return
			}
			handler = translator.NewStreamTranslatorHandler(&location, nil, 0, translator.Options{
				Stdin: options.Stdin, Stdout: options.Stdout, Stderr: options.Stderr, Tty: options.TTY,
			})
		case wsstream.IsWebSocketRequestWithTunnelingProtocol(r):
			handler = translator.NewTunnelingHandler(handler)
		}
		handler.ServeHTTP(w, r)
	})
}

type responder struct{}

func (responder) Error(w http.ResponseWriter, _ *http.Request, err error) {
	http.Error(w, err.Error(), http.StatusInternalServerError)
}

type kubelet struct{ folder string }

func (k *kubelet) exec(w http.ResponseWriter, r *http.Request) {
	if options, ok := optionsOf(w, r); ok {
		remotecommand.ServeExec(w, r, k, r.PathValue("pod"), "", r.PathValue("container"), r.URL.Query()["command"],
			options, 4*time.Hour, 30*time.Second, remotecommand.SupportedStreamingProtocols)
	}
}

func (k *kubelet) attach(w http.ResponseWriter, r *http.Request) {
	if options, ok := optionsOf(w, r); ok {
		remotecommand.ServeAttach(w, r, k, r.PathValue("pod"), "", r.PathValue("container"),
			options, 4*time.Hour, 30*time.Second, remotecommand.SupportedStreamingProtocols)
	}
}

func optionsOf(w http.ResponseWriter, r *http.Request) (*remotecommand.Options, bool) {
	options, err := remotecommand.NewOptions(r)
	if err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
	}
	return options, err == nil
}

// AttachContainer implements remotecommand.Attacher.
func (k *kubelet) AttachContainer(ctx context.Context, _ string, _ string, _ string, in io.Reader, out, err io.WriteCloser, tty bool, resize <-chan remotecommand.TerminalSize) error {
	return run(ctx, []string{"cat"}, in, out, err, tty, resize)
}

// ExecInContainer implements remotecommand.Executor.
func (k *kubelet) ExecInContainer(ctx context.Context, _ string, _ string, _ string, command []string, in io.Reader, out, err io.WriteCloser, tty bool, resize <-chan remotecommand.TerminalSize, _ time.Duration) error {
	return run(ctx, command, in, out, err, tty, resize)
}

func run(ctx context.Context, words []string, in io.Reader, out, stderr io.WriteCloser, tty bool, resize <-chan remotecommand.TerminalSize) error {
	command := exec.Command(words[0], words[1:]...)
	var copied chan struct{}
	if tty {
		terminal, err := pty.Start(command)
		if err != nil {
			return err
		}
		defer terminal.Close()
		go func() {
			for size := range resize {
				_ = pty.Setsize(terminal, &pty.Winsize{Rows: size.Height, Cols: size.Width})
			}
		}()
		if in != nil {
			go func() { _, _ = io.Copy(terminal, in) }()
		}
		copied = make(chan struct{})
		go func() {
			defer close(copied)
			if out != nil {
				_, _ = io.Copy(out, terminal)
			}
		}()
	} else {
		// A group of its own, so that all that it started ends with it.
		command.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
		if out != nil {
			command.Stdout = out
		}
		if stderr != nil {
			command.Stderr = stderr
		}
		if in != nil {
			// Not command.Stdin, whose copying Wait would await: nobody may ever end it.
			pipe, err := command.StdinPipe()
			if err != nil {
				return err
			}
			go func() {
				_, _ = io.Copy(pipe, in)
				_ = pipe.Close()
			}()
		}
		if err := command.Start(); err != nil {
			return err
		}
	}
	ended := context.AfterFunc(ctx, func() { _ = syscall.Kill(-command.Process.Pid, syscall.SIGKILL) })
	defer ended()
	err := command.Wait()
	if copied != nil {
		<-copied
	}
	var exit *exec.ExitError
	if errors.As(err, &exit) {
		code := exit.ExitCode()
		if status, ok := exit.Sys().(syscall.WaitStatus); ok && status.Signaled() {
			code = 128 + int(status.Signal())
		}
		return utilexec.CodeExitError{Err: fmt.Errorf("command terminated with exit code %d", code), Code: code}
	}
	return err
}

func (k *kubelet) portForward(w http.ResponseWriter, r *http.Request) {
	options, err := portforward.NewV4Options(r)
	if err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	portforward.ServePortForward(w, r, k, r.PathValue("pod"), "", options, 4*time.Hour, 30*time.Second,
		portforward.SupportedProtocols)
}

// PortForward implements portforward.PortForwarder.
func (k *kubelet) PortForward(_ context.Context, _ string, _ string, port int32, stream io.ReadWriteCloser) error {
	connection, err := net.Dial("tcp", fmt.Sprintf("127.0.0.1:%d", port))
	if err != nil {
		return err
	}
	defer connection.Close()
	go func() {
		_, _ = io.Copy(connection, stream)
		_ = connection.(*net.TCPConn).CloseWrite()
	}()
	_, err = io.Copy(stream, connection)
	return err
}

func (k *kubelet) logs(w http.ResponseWriter, r *http.Request) {
	query := r.URL.Query()
	container := filepath.Join(k.folder, r.PathValue("namespace"), r.PathValue("pod"), r.PathValue("container"))
	options := &logs.LogOptions{
		Follow:     query.Get("follow") == "true",
		Timestamp:  query.Get("timestamps") == "true",
		TailLines:  numberIn(query.Get("tailLines")),
		LimitBytes: numberIn(query.Get("limitBytes")),
	}
	if seconds := numberIn(query.Get("sinceSeconds")); seconds != nil {
		options.Since = time.Now().Add(-time.Duration(*seconds) * time.Second)
	}
	if since, err := time.Parse(time.RFC3339, query.Get("sinceTime")); err == nil {
		options.Since = since
	}
	if _, err := os.Stat(container); err != nil {
		http.Error(w, fmt.Sprintf("container %q not found", r.PathValue("container")), http.StatusNotFound)
		return
	}
	w.Header().Set("Transfer-Encoding", "chunked")
	out := flushing{w, w.(http.Flusher)}
	if err := logs.ReadLogs(r.Context(), filepath.Join(container, "0.log"), container, options, containers{}, out, out); err != nil {
		fmt.Fprintln(os.Stderr, err)
	}
}

func numberIn(text string) *int64 {
	number, err := strconv.ParseInt(text, 10, 64)
	if err != nil {
		return nil
	}
	return &number
}

// flushing sends what is written at once.
type flushing struct {
	io.Writer
	http.Flusher
}

func (f flushing) Write(bytes []byte) (int, error) {
	n, err := f.Writer.Write(bytes)
	f.Flush()
	return n, err
}

// containers tells which containers run: the id of one is its folder.
type containers struct{ internalapi.RuntimeService }

func (containers) ContainerStatus(_ context.Context, id string, _ bool) (*runtimeapi.ContainerStatusResponse, error) {
	state := runtimeapi.ContainerState_CONTAINER_RUNNING
	if _, err := os.Stat(filepath.Join(id, "stopped")); err == nil {
		state = runtimeapi.ContainerState_CONTAINER_EXITED
	}
	return &runtimeapi.ContainerStatusResponse{Status: &runtimeapi.ContainerStatus{Id: id, State: state}}, nil
}

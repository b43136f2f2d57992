package main

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"os"
)

// What a server answers at one path. A body that is a string stands for itself, any other for its JSON.
type document struct {
	Status  int               `json:"status"`
	Headers map[string]string `json:"headers"`
	Body    json.RawMessage   `json:"body"`
}

// serve offers the documents on loopback, so that client-go asks for them and reads them by itself.
func serve(file string) (host string, stop func(), err error) {
	data, err := os.ReadFile(file)
	if err != nil {
		return "", nil, err
	}
	var documents map[string]document
	if err := json.Unmarshal(data, &documents); err != nil {
		return "", nil, err
	}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, request *http.Request) {
		found, ok := documents[request.URL.Path]
		if !ok {
			http.NotFound(w, request)
			return
		}
		for name, value := range found.Headers {
			w.Header().Set(name, value)
		}
		w.WriteHeader(found.Status)
		var text string
		if json.Unmarshal(found.Body, &text) == nil {
			_, _ = w.Write([]byte(text))
		} else {
			_, _ = w.Write(found.Body)
		}
	}))
	return server.URL, server.Close, nil
}

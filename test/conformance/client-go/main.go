// Command client-go answers questions about discovery documents as client-go and kubectl do.
//
// It is given a file of documents (a path of the server to status, headers and body) and reads questions from standard
// input, a JSON value each. For each it writes one line: the different answers that were seen when the question was
// asked again and again, each time of a mapper that was made anew.
package main

import (
	"bufio"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"log"
	"os"

	"k8s.io/client-go/rest"
	"k8s.io/klog/v2"
)

// A Question is one call. The words of kubectl come as its arguments do.
type Question struct {
	Method   string   `json:"method"`
	Resource string   `json:"resource"`
	Kind     string   `json:"kind"`
	Group    string   `json:"group"`
	Version  string   `json:"version"`
	Versions []string `json:"versions"`
	Words    []string `json:"words"`
}

func main() {
	documents := flag.String("documents", "", "the file of documents")
	rounds := flag.Int("rounds", 30, "how often each question is asked")
	flag.Parse()
	log.SetFlags(0)
	// A group-version that does not answer is part of the documents, no news.
	klog.SetLogger(klog.Logger{})
	if err := run(*documents, *rounds, os.Stdin, os.Stdout); err != nil {
		log.Fatal(err)
	}
}

func run(documents string, rounds int, in io.Reader, out io.Writer) error {
	questions, err := readQuestions(in)
	if err != nil {
		return err
	}
	host, stop, err := serve(documents)
	if err != nil {
		return err
	}
	defer stop()

	// Without a limit of its own the client would wait between requests.
	config := &rest.Config{Host: host, QPS: -1}
	seen := make([]answers, len(questions))
	for range rounds {
		mappers, err := newMappers(config)
		if err != nil {
			return err
		}
		for place, question := range questions {
			answer, err := mappers.ask(question)
			if err != nil {
				return err
			}
			seen[place].add(answer)
		}
		mappers.close()
	}

	lines := bufio.NewWriter(out)
	for _, each := range seen {
		if _, err := fmt.Fprintf(lines, "[%s]\n", each.sorted()); err != nil {
			return err
		}
	}
	return lines.Flush()
}

func readQuestions(in io.Reader) ([]Question, error) {
	var questions []Question
	for lines := json.NewDecoder(bufio.NewReader(in)); ; {
		var question Question
		if err := lines.Decode(&question); errors.Is(err, io.EOF) {
			return questions, nil
		} else if err != nil {
			return nil, err
		}
		questions = append(questions, question)
	}
}

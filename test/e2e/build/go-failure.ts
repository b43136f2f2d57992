/** What Go writes when a module is not to be had. */
const download =
  /GOPROXY|Get "https?:|dial tcp|no such host|i\/o timeout|TLS handshake|checksum database|SECURITY ERROR/;

/** What is to be told of a build that failed: the end of what Go wrote, and what to do about it where that is known. */
export function explainGoFailure(said: readonly string[]): string[] {
  const advice =
    'the Go modules cannot be downloaded: see to the network and `go env GOPROXY`, or set KUBEBUILDER_ASSETS to a folder that holds etcd and kube-apiserver';
  return [...said.slice(-40), ...(said.some((line) => download.test(line)) ? [advice] : [])];
}

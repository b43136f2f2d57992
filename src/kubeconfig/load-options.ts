/** Variables of the environment, as in `process.env`. */
export type Environment = Readonly<Record<string, string | undefined>>;

/**
 * What {@link loadKubeconfig} takes: kubectl's flags by their own names. An option overrides the kubeconfig; an empty
 * string is the same as none.
 * @see https://kubernetes.io/docs/reference/kubectl/kubectl-options/
 */
export interface LoadKubeconfigOptions {
  /** One file, which must exist. @default the files in `KUBECONFIG`, or else `~/.kube/config` */
  readonly path?: string | undefined;
  /** @default current-context */
  readonly context?: string | undefined;
  /** A cluster of the kubeconfig instead of the context's. */
  readonly cluster?: string | undefined;
  /** A user of the kubeconfig instead of the context's. */
  readonly user?: string | undefined;
  readonly namespace?: string | undefined;
  /** The cluster's `tls-server-name` does not apply to another server: set it as well. */
  readonly server?: string | undefined;
  readonly tlsServerName?: string | undefined;
  /** A file; replaces the cluster's certificate authority and enables verification. */
  readonly certificateAuthority?: string | undefined;
  /** True accepts any server and ignores the cluster's certificate authority. */
  readonly insecureSkipTLSVerify?: boolean | undefined;
  /** Replaces whatever token, password or plugin the user has; a client certificate stays. */
  readonly token?: string | undefined;
  /** With `password`; the two replace whatever token, password or plugin the user has. */
  readonly username?: string | undefined;
  readonly password?: string | undefined;
  /** A file. */
  readonly clientCertificate?: string | undefined;
  /** A file. */
  readonly clientKey?: string | undefined;
  /** The user to impersonate; requires permission to do so. */
  readonly as?: string | undefined;
  readonly asUid?: string | undefined;
  readonly asGroups?: readonly string[] | undefined;
  /** Whether exec plugins may use the terminal of this process, if it has one. @default true */
  readonly interactive?: boolean | undefined;
  /** The limit for one run of an exec plugin. @default 60_000, and 300_000 where it may ask a person */
  readonly execTimeoutMs?: number | undefined;
  /**
   * The limit for connecting: name lookup, TCP, a proxy's handshake and TLS together. A request whose connection takes
   * longer fails with a `ConnectionError` whose `reasonCode` is `ERR_CONNECT_TIMEOUT`. It applies to the agents created
   * here: for servers with TLS and for proxies. @default 30_000
   */
  readonly connectTimeoutMs?: number | undefined;
  /**
   * Told what is odd and no failure: that credentials are kept back, because the server speaks plain http, where others could read
   * them. For a server on loopback only of credentials that are options.
   */
  readonly onWarning?: ((text: string) => void) | undefined;
  /** Cancels reading the files; requests take their own signal. */
  readonly signal?: AbortSignal | undefined;
  /** For `KUBECONFIG`, the proxies (`HTTPS_PROXY`, `HTTP_PROXY`, `NO_PROXY`) and exec plugins. @default process.env */
  readonly env?: Environment | undefined;
}

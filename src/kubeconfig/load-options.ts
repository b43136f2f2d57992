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
  /** A cluster of the kubeconfig instead of the context's. @default that of the context */
  readonly cluster?: string | undefined;
  /** A user of the kubeconfig instead of the context's. @default that of the context */
  readonly user?: string | undefined;
  /** The namespace of `client.defaultNamespace`. @default that of the context */
  readonly namespace?: string | undefined;
  /** The cluster's `tls-server-name` does not apply to another server: set it as well. @default that of the cluster */
  readonly server?: string | undefined;
  /** The name that the server's certificate has to be for. @default that of the cluster, or the host of the server */
  readonly tlsServerName?: string | undefined;
  /** A file; replaces the cluster's certificate authority and enables verification. @default that of the cluster */
  readonly certificateAuthority?: string | undefined;
  /** True accepts any server and ignores the cluster's certificate authority. @default what the cluster says */
  readonly insecureSkipTLSVerify?: boolean | undefined;
  /** Replaces whatever token, password or plugin the user has; a client certificate stays. @default that of the user */
  readonly token?: string | undefined;
  /** With `password`; the two replace whatever token, password or plugin the user has. @default that of the user */
  readonly username?: string | undefined;
  /** With `username`. @default that of the user */
  readonly password?: string | undefined;
  /** A file. @default that of the user */
  readonly clientCertificate?: string | undefined;
  /** A file. @default that of the user */
  readonly clientKey?: string | undefined;
  /** The user to impersonate; requires permission to do so. @default whom the user impersonates, mostly nobody */
  readonly as?: string | undefined;
  /** The uid of the user to impersonate. @default that of the user's `as-uid` */
  readonly asUid?: string | undefined;
  /** The groups to impersonate. @default those of the user's `as-groups` */
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
   * them. For a server on loopback only of credentials that are options. @default nobody is told
   */
  readonly onWarning?: ((text: string) => void) | undefined;
  /** Cancels reading the files; requests take their own signal. */
  readonly signal?: AbortSignal | undefined;
  /** For `KUBECONFIG`, the proxies (`HTTPS_PROXY`, `HTTP_PROXY`, `NO_PROXY`) and exec plugins. @default process.env */
  readonly env?: Environment | undefined;
}

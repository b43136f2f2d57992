/** Environment variables, as in `process.env`. */
export type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Options of {@link loadKubeconfig}: kubectl's flags by their own names. An option overrides the kubeconfig; an empty
 * string counts as not set.
 * @see https://kubernetes.io/docs/reference/kubectl/kubectl-options/
 */
export interface LoadKubeconfigOptions {
  /** One file, which must exist. @default the files in `KUBECONFIG`, or else `~/.kube/config` */
  readonly path?: string | undefined;
  /**
   * The kubeconfig itself, in YAML or JSON, as a CI system keeps it in a variable: no file is looked for then. Relative
   * paths in it begin at the current folder. Blank text, and undefined, is refused: a variable that is not set must not
   * lead to another cluster. @default read from files
   */
  readonly text?: string | undefined;
  /** @default current-context */
  readonly context?: string | undefined;
  /** A cluster of the kubeconfig instead of the context's. @default that of the context */
  readonly cluster?: string | undefined;
  /** A user of the kubeconfig instead of the context's. @default that of the context */
  readonly user?: string | undefined;
  /** The namespace of `client.defaultNamespace`. @default that of the context */
  readonly namespace?: string | undefined;
  /** The server. The cluster's `tls-server-name` does not apply to it: set that too. @default that of the cluster */
  readonly server?: string | undefined;
  /** The name that the server's certificate must be for. @default that of the cluster, or the host of the server */
  readonly tlsServerName?: string | undefined;
  /** A file; replaces the cluster's certificate authority and enables verification. @default that of the cluster */
  readonly certificateAuthority?: string | undefined;
  /** True accepts any server and ignores the cluster's certificate authority. @default the setting of the cluster */
  readonly insecureSkipTLSVerify?: boolean | undefined;
  /** Replaces any token, password or plugin of the user; a client certificate stays. @default that of the user */
  readonly token?: string | undefined;
  /** With `password`; the two replace any token, password or plugin of the user. @default that of the user */
  readonly username?: string | undefined;
  /** With `username`. @default that of the user */
  readonly password?: string | undefined;
  /** A file. @default that of the user */
  readonly clientCertificate?: string | undefined;
  /** A file. @default that of the user */
  readonly clientKey?: string | undefined;
  /** The user to impersonate; requires permission to do so. @default that of the user's `as`, if any */
  readonly as?: string | undefined;
  /** The uid of the user to impersonate. @default that of the user's `as-uid` */
  readonly asUid?: string | undefined;
  /** The groups to impersonate. @default those of the user's `as-groups` */
  readonly asGroups?: readonly string[] | undefined;
  /**
   * Whether exec plugins must be allowed by kuberc, as in kubectl (and not in client-go): by `credentialPluginPolicy` and
   * `credentialPluginAllowlist` of the file in the variable `KUBERC`, or of `~/.kube/kuberc`; or of the file that is given
   * here, which must exist. A plugin that is not allowed never runs: requests throw `ExecPluginRefusedError`. Nothing else
   * of the file is used. `KUBERC=off` turns it off. @default false
   * @see https://kubernetes.io/docs/reference/kubectl/kuberc/
   */
  readonly kuberc?: boolean | string | undefined;
  /** Whether exec plugins may use the terminal of this process, if it has one. @default true */
  readonly interactive?: boolean | undefined;
  /** The limit for one run of an exec plugin, in milliseconds. @default 60_000, or 300_000 if it may prompt a person */
  readonly execTimeoutMs?: number | undefined;
  /**
   * The limit for connecting, in milliseconds: name lookup, TCP, a proxy's handshake and TLS together. A request whose
   * connection takes longer fails with a `ConnectionError` whose `reasonCode` is `ERR_CONNECT_TIMEOUT`. It applies to
   * the agents created here: for servers with TLS and for proxies. @default 30_000
   */
  readonly connectTimeoutMs?: number | undefined;
  /**
   * Called for anything unusual that is not a failure: that credentials are not sent because the server speaks plain
   * http, where others could read them. For a server on loopback, this concerns only credentials given as options.
   * @default nothing is called
   */
  readonly onWarning?: ((text: string) => void) | undefined;
  /** Cancels reading the files; requests take their own signal. */
  readonly signal?: AbortSignal | undefined;
  /** For `KUBECONFIG`, the proxies (`HTTPS_PROXY`, `HTTP_PROXY`, `NO_PROXY`) and exec plugins. @default process.env */
  readonly env?: Environment | undefined;
}

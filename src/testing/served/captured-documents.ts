/** The answer of a real server at one path. */
export interface CapturedDocument {
  /** The HTTP status. */
  readonly status: number;
  /** The response headers. @default none */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** The parsed body of a JSON answer, or the text of any other. */
  readonly body: unknown;
}

/**
 * Answers of a real server, by path. The roots `/api` and `/apis` can be aggregated (v2 or v2beta1) or legacy,
 * independently of each other; legacy roots need their `/api/v1` and `/apis/<group>/<version>` documents as well. Other
 * paths (`/version`) are answered as captured.
 */
export type CapturedDocuments = Readonly<Record<string, CapturedDocument>>;

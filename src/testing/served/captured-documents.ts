/** What a real server answered at one path. */
export interface CapturedDocument {
  /** The HTTP status. */
  readonly status: number;
  /** The headers that it had. @default none */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** The parsed body of a JSON answer, the text of any other. */
  readonly body: unknown;
}

/**
 * What a real server answered, by path. The roots `/api` and `/apis` may be aggregated (v2 or v2beta1) or legacy, each
 * on its own; legacy ones want their `/api/v1` and `/apis/<group>/<version>` beside them. Other paths (`/version`) are
 * answered as they are.
 */
export type CapturedDocuments = Readonly<Record<string, CapturedDocument>>;

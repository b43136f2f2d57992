/** One request that was answered, for assertions. It shows no header but Accept, so no credential. */
export interface FakeRequest {
  readonly method: string;
  /** As it was sent, query string included, without the base path. */
  readonly path: string;
  readonly accept: string | undefined;
  /** Whether it asked by ETag (`If-None-Match`). */
  readonly conditional: boolean;
  readonly status: number;
  /** Length of the answer's body. */
  readonly bytes: number;
}

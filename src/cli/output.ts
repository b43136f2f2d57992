/** Where text goes: standard output, standard error, or a test's own. */
export interface Output {
  /** Done when the text has been taken. Rejects with the code `EPIPE` when nobody reads any more. */
  write(text: string): Promise<void>;
}

/** True for the failure of a write behind which nobody reads any more (`| head`). */
export function isBrokenPipe(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'EPIPE';
}

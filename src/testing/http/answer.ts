/** What goes back to the client, before it becomes a Response. */
export interface Answer {
  readonly status: number;
  /** Names in lower case. */
  readonly headers: ReadonlyMap<string, string>;
  readonly body: string;
}

const uncached = 'no-cache, private';

/** A JSON answer, ended by a newline as real servers end theirs. */
export function jsonAnswer(status: number, body: unknown, headers: Readonly<Record<string, string>> = {}): Answer {
  return answer(status, { 'content-type': 'application/json', ...headers }, `${JSON.stringify(body)}\n`);
}

/** A plain text answer. */
export function textAnswer(status: number, body: string): Answer {
  return answer(status, { 'content-type': 'text/plain; charset=utf-8', 'x-content-type-options': 'nosniff' }, body);
}

/** An answer without a body: 304. */
export function emptyAnswer(status: number, headers: Readonly<Record<string, string>>): Answer {
  return answer(status, headers, '');
}

function answer(status: number, headers: Readonly<Record<string, string>>, body: string): Answer {
  return { status, headers: new Map(Object.entries({ 'cache-control': uncached, ...headers })), body };
}

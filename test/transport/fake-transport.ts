import type { Transport, TransportAnswer, TransportRequest } from '../../src/core/transport/transport.js';

/** An answer in the parts that matter; a text is sent in two pieces. */
export interface FakeAnswer {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | TransportAnswer['body'];
}

/** What a fake transport answers: an answer, a failure to throw, or a promise of either. */
export type Scripted = FakeAnswer | Error | Promise<FakeAnswer>;

export interface FakeTransport extends Transport {
  readonly requests: TransportRequest[];
  readonly closed: () => number;
}

/** A transport that gives the scripted answers in turn, the last one for ever. It does not mind any signal. */
export function fakeTransport(...script: Scripted[]): FakeTransport {
  const requests: TransportRequest[] = [];
  let closed = 0;
  return {
    requests,
    closed: () => closed,
    async send(request) {
      const scripted = script[Math.min(requests.length, script.length - 1)] ?? {};
      requests.push(request);
      const answer = await scripted;
      if (answer instanceof Error) throw answer;
      const { status = 200, headers = {}, body = '{}' } = answer;
      return { status, headers, body: typeof body === 'string' ? piecesOf(body) : body };
    },
    close() {
      closed += 1;
    },
  };
}

/** A Status as a server sends it. */
export function statusAnswer(code: number, reason: string, rest: object = {}): FakeAnswer {
  const status = { kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Failure', reason, code };
  return {
    status: code,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ...status, message: `it is ${reason}`, ...rest }),
  };
}

async function* piecesOf(text: string): AsyncGenerator<Uint8Array> {
  const bytes = new TextEncoder().encode(text);
  const middle = Math.floor(bytes.length / 2);
  yield bytes.subarray(0, middle);
  await Promise.resolve();
  yield bytes.subarray(middle);
}

import type { Transport, TransportRequest, TransportResponse } from '../../src/transport/transport.js';

/** What a fake transport answers: the parts that matter, a failure to throw, or a promise of either. */
export type Scripted = Partial<TransportResponse> | Error | Promise<Partial<TransportResponse>>;

export interface FakeTransport extends Transport {
  readonly requests: TransportRequest[];
  readonly closed: () => number;
}

/** A transport that gives the scripted answers in turn, the last one for ever. It does not mind any signal. */
export function fakeTransport(...script: Scripted[]): FakeTransport {
  const requests: TransportRequest[] = [];
  let closed = 0;
  const next = async (request: TransportRequest): Promise<TransportResponse> => {
    const scripted = script[Math.min(requests.length, script.length - 1)] ?? {};
    requests.push(request);
    const answer = await scripted;
    if (answer instanceof Error) throw answer;
    return { status: 200, headers: {}, body: '{}', ...answer };
  };
  return {
    requests,
    closed: () => closed,
    send: next,
    async stream(request) {
      const { status, headers, body } = await next(request);
      return { status, headers, body: pieces(body) };
    },
    close() {
      closed += 1;
    },
  };
}

/** A Status as a server sends it. */
export function statusAnswer(code: number, reason: string, rest: object = {}): Partial<TransportResponse> {
  const status = { kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Failure', reason, code };
  return {
    status: code,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ...status, message: `it is ${reason}`, ...rest }),
  };
}

async function* pieces(text: string): AsyncGenerator<Uint8Array> {
  const bytes = new TextEncoder().encode(text);
  const middle = Math.floor(bytes.length / 2);
  yield bytes.subarray(0, middle);
  await Promise.resolve();
  yield bytes.subarray(middle);
}

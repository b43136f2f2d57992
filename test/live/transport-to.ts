import type { FakeApiServer } from '../../src/testing/index.js';
import type { Transport } from '../../src/core/transport/transport.js';

/** The fake server without a network, and whether a request is being answered. */
export function transportTo(fake: FakeApiServer): Transport & { readonly isBusy: () => boolean } {
  let answering = 0;
  return {
    isBusy: () => answering > 0,
    async send({ url, method, headers, body, signal }) {
      const request = new Request(url, {
        method,
        headers: Object.entries(headers).flatMap(([name, value]) =>
          (typeof value === 'string' ? [value] : value).map((one): [string, string] => [name, one]),
        ),
        ...(body !== undefined && { body: body as BodyInit }),
        ...(signal !== undefined && { signal }),
      });
      answering += 1;
      const answer = await fake.handle(request).finally(() => {
        answering -= 1;
      });
      return { status: answer.status, headers: Object.fromEntries(answer.headers), body: answer.body };
    },
    close: () => undefined,
  };
}

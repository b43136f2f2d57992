import { FakeApiServerError } from '../fake-api-server-error.js';

/** Throws when no Response can have this status or these headers, before a request has to find out. */
export function requireAnswerable(
  what: string,
  {
    status,
    headers = {},
  }: { readonly status: number; readonly headers?: Readonly<Record<string, string>> | undefined },
): void {
  if (!Number.isInteger(status) || status < 200 || status > 599) {
    throw new FakeApiServerError(
      `${what} cannot be answered: its status is ${String(status)}, not one from 200 to 599.`,
    );
  }
  try {
    new Headers(headers);
  } catch (cause) {
    throw new FakeApiServerError(`${what} cannot be answered: its headers are not valid.`, { cause });
  }
}

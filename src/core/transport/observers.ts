import { splitOutsideQuotes } from '../media/media-type.js';
import { callQuietly } from '../shared/call-quietly.js';
import { pathOf } from './connection-failure.js';
import type { ConnectionOptions, Exchange, ServerWarning } from './options.js';
import type { TransportAnswer, TransportRequest } from './transport.js';

/** The facts about one attempt. */
export interface Observed extends Pick<Exchange, 'bytes' | 'ms' | 'attempt'> {
  /** Undefined if no answer came. */
  readonly head: TransportAnswer | undefined;
  /** Redacts the credentials of the request in a text. */
  readonly conceal: (text: string) => string;
}

/** Reports one attempt, and the warnings in its answer, to the observers. An observer that throws does no harm. */
export function observe(
  { onExchange, onWarning }: ConnectionOptions,
  { method, url }: TransportRequest,
  { head, conceal, ...measured }: Observed,
): void {
  if (onExchange !== undefined) {
    // A server may redirect the client to a path that repeats what it was sent.
    const path = conceal(url.replace(/^[a-z]+:\/\/[^/]*/i, ''));
    const { status, headers } = head ?? {};
    const mediaType = headers?.['content-type'] && conceal(headers['content-type']);
    callQuietly(() => onExchange({ method, path, status, mediaType, ...measured }));
  }
  if (onWarning === undefined) return;
  for (const warning of parseWarnings(head?.headers['warning'] ?? '')) {
    const said = { ...warning, agent: conceal(warning.agent), text: conceal(warning.text) };
    callQuietly(() => onWarning({ ...said, method, path: conceal(pathOf(url)) }));
  }
}

const warningPattern = /^\s*(\d{3})\s+(\S+)\s+"((?:[^"\\]|\\.)*)"(?:\s+"[^"]*")?\s*$/;

/**
 * Parses the value of a `Warning` header, which may hold several joined by commas. Skips what does not follow RFC 7234.
 * @see https://kubernetes.io/blog/2020/09/03/warnings/
 */
export function parseWarnings(header: string): Pick<ServerWarning, 'code' | 'agent' | 'text'>[] {
  return splitOutsideQuotes(header, ',').flatMap((part) => {
    const [, code, agent, text] = warningPattern.exec(part) ?? [];
    if (code === undefined || agent === undefined || text === undefined) return [];
    return [{ code: Number(code), agent, text: decodeUtf8(text.replace(/\\(.)/g, '$1')) }];
  });
}

/** Decodes a header value: servers write UTF-8, but runtimes read it byte by byte as Latin-1. */
function decodeUtf8(text: string): string {
  if (!/[\u0080-\u00ff]/.test(text) || /[\u0100-\uffff]/.test(text)) return text;
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Uint8Array.from(text, (c) => c.charCodeAt(0)));
  } catch {
    return text;
  }
}

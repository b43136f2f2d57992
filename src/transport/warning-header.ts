import { splitOutsideQuotes } from '../media/media-type.js';
import type { ServerWarning } from './options.js';

const warningPattern = /^\s*(\d{3})\s+(\S+)\s+"((?:[^"\\]|\\.)*)"(?:\s+"[^"]*")?\s*$/;

/**
 * Reads the value of a `Warning` header, several joined by commas included. What does not follow RFC 7234 is left
 * out.
 * @see https://kubernetes.io/blog/2020/09/03/warnings/
 */
export function parseWarnings(header: string): Pick<ServerWarning, 'code' | 'agent' | 'text'>[] {
  return splitOutsideQuotes(header, ',').flatMap((part) => {
    const [, code, agent, text] = warningPattern.exec(part) ?? [];
    if (code === undefined || agent === undefined || text === undefined) return [];
    return [{ code: Number(code), agent, text: decodeUtf8(text.replace(/\\(.)/g, '$1')) }];
  });
}

/** Servers write UTF-8 into headers; runtimes read them byte by byte as Latin-1. */
function decodeUtf8(text: string): string {
  if (!/[\u0080-\u00ff]/.test(text) || /[\u0100-\uffff]/.test(text)) return text;
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Uint8Array.from(text, (c) => c.charCodeAt(0)));
  } catch {
    return text;
  }
}

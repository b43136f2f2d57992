import { readEnd, type Wire } from './wire.js';

// A byte order mark at the beginning is kept, as an ordinary character.
const strict = /* @__PURE__ */ new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
const lenient = /* @__PURE__ */ new TextDecoder('utf-8', { ignoreBOM: true });

/** Up to this length, concatenating characters is faster than calling a decoder. */
const longestByHand = 8;

/** Earlier strings, each at the index that its hash gives: a fixed number of short ones. */
const words = /* @__PURE__ */ new Array<string>(1024).fill('');
const longestWord = 63;

/** Reads the length-prefixed string at the current position. */
export function decodeText(wire: Wire, end: number): string {
  const stop = readEnd(wire, end);
  const start = wire.at;
  wire.at = stop;
  return textBetween(wire.bytes, start, stop);
}

/**
 * Reads a string that has probably occurred before, such as a key or a kind, and reuses the earlier string, which saves
 * time and memory. Objects share most of their words.
 */
export function readWord(wire: Wire, end: number): string {
  const stop = readEnd(wire, end);
  const { bytes, at: start } = wire;
  wire.at = stop;
  const length = stop - start;
  if (length === 0 || length > longestWord) return textBetween(bytes, start, stop);
  const [first = 0, middle = 0, last = 0] = [bytes[start], bytes[start + (length >> 1)], bytes[stop - 1]];
  const mark = (length * 61 + first * 31 + middle * 17 + last) & (words.length - 1);
  const known = words[mark] ?? '';
  if (isAt(known, bytes, start, stop)) return known;
  const text = textBetween(bytes, start, stop);
  words[mark] = text;
  return text;
}

/** Compares ASCII only, where each byte is a character. */
function isAt(text: string, bytes: Uint8Array, start: number, stop: number): boolean {
  if (text.length !== stop - start) return false;
  for (let at = start; at < stop; at += 1) {
    const byte = bytes[at] ?? 0;
    if (byte >= 0x80 || text.charCodeAt(at - start) !== byte) return false;
  }
  return true;
}

function textBetween(bytes: Uint8Array, start: number, stop: number): string {
  if (stop - start <= longestByHand) {
    let text = '';
    let at = start;
    for (; at < stop; at += 1) {
      const byte = bytes[at] ?? 0;
      if (byte >= 0x80) break;
      text += String.fromCharCode(byte);
    }
    if (at === stop) return text;
  }
  const part = bytes.subarray(start, stop);
  try {
    return strict.decode(part);
  } catch {
    return asGoWritesIt(part);
  }
}

/**
 * Decodes text that is not UTF-8 as a server written in Go puts it into JSON: each byte that belongs to no character
 * becomes a replacement character, whereas a `TextDecoder` may replace several bytes by one.
 */
function asGoWritesIt(bytes: Uint8Array): string {
  const characters: string[] = [];
  for (let at = 0; at < bytes.length;) {
    const lead = bytes[at] ?? 0;
    const length = lead < 0xc0 ? 1 : lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4;
    const part = bytes.subarray(at, at + length);
    const text = lenient.decode(part);
    // The text itself may contain one: EF BF BD.
    const isBroken = text.startsWith('\ufffd') && !(lead === 0xef && part[1] === 0xbf && part[2] === 0xbd);
    characters.push(isBroken ? '\ufffd' : text);
    at += isBroken ? 1 : length;
  }
  return characters.join('');
}

import { isJsonRecord } from '../../core/shared/json-record.js';
import type { Section } from '../file/section.js';
import type { Proxy } from '../proxy/proxy.js';
import type { ExecConfig } from './exec-config.js';
import type { ExecCredential } from './exec-credential.js';

/** The secrets that must not appear in any text of an error. */
export interface KnownSecrets {
  /** Adds the credential of a run; the credentials of the last few runs are kept. */
  remember(credential: ExecCredential): void;
  /**
   * Returns the text with every secret, and every longer piece of one, replaced by `[hidden]`: as it is, in base64, in
   * hex, and as URLs and JSON write it. `output` is the output of the plugin in the same run.
   */
  redact(text: string, output?: Buffer): string;
}

/** A piece of a secret of this length is hidden wherever it appears: output may be wrapped, cut or quoted. */
const pieceLength = 10;
/** Shorter values of variables and flags (`true`, `eu`) are no secrets, and hiding them would garble the text. */
const shortestGiven = 4;
const maxRuns = 4;
const maxOutputBytes = 64 * 1024;
const hidden = '[hidden]';

/** Collects the values that an exec plugin is given, or could know, and that may be secret. */
export function knownSecrets(
  config: ExecConfig,
  env: Readonly<Record<string, string | undefined>>,
  known: readonly string[],
): KnownSecrets {
  const variables = Object.entries(env).flatMap(([name, value]) =>
    /token|secret|passw|credential|api_?key|access_?key|private_?key/i.test(name) && value !== undefined ? [value] : [],
  );
  const given = [...config.env.map(([, value]) => value), ...flagValues(config.args), ...variables];
  const fixed = [...known, ...given.filter((value) => value.length >= shortestGiven)];
  const runs: string[][] = [];
  return {
    remember({ token, pair }) {
      runs.unshift([token, pair?.key.text].filter((value) => value !== undefined));
      runs.length = Math.min(runs.length, maxRuns);
    },
    redact(text, output = Buffer.alloc(0)) {
      const printed = wordsOf(output.subarray(0, maxOutputBytes).toString('utf8'));
      return hide(
        text,
        [...fixed, ...runs.flat(), ...printed].filter((value) => value !== ''),
      );
    },
  };
}

/** Returns the credentials in a user entry and in the URL of a proxy, whether they are used or not. */
export function secretsIn(user: Section, proxy: Proxy | undefined): readonly string[] {
  const texts = (value: unknown): string[] => {
    if (typeof value === 'string') return [value];
    return isJsonRecord(value) ? Object.values(value).flatMap(texts) : [];
  };
  const { value } = user;
  const provider = isJsonRecord(value['auth-provider']) ? value['auth-provider']['config'] : undefined;
  const written = [value['token'], value['password'], value['client-key-data'], provider].flatMap(texts);
  const decoded = texts(value['client-key-data']).map((data) => Buffer.from(data, 'base64').toString('utf8'));
  return [...written, ...decoded, ...(proxy?.login === undefined ? [] : [proxy.login.password])];
}

/** Returns the values of flags, as in `--secret=x` and `--secret x`. */
function flagValues(args: readonly string[]): string[] {
  return args.flatMap((arg, index) => {
    if (!arg.startsWith('-')) return args[index - 1]?.startsWith('-') ? [arg] : [];
    return arg.includes('=') ? [arg.slice(arg.indexOf('=') + 1)] : [];
  });
}

/** Returns the words of an output that may be tokens or parts of keys: long ones, and those not only of letters. */
function wordsOf(output: string): string[] {
  return output
    .split(/[\s"',;{}[\]()<>]+|\\[nrt"]/)
    .filter((word) => word.length >= 16 || (word.length >= 8 && /[^a-z.:!?-]/i.test(word)));
}

function hide(text: string, secrets: readonly string[]): string {
  const hiddenAt = new Uint8Array(text.length);
  const mark = (from: number, length: number): void => {
    hiddenAt.fill(1, from, from + length);
  };
  const positions = new Map<string, number[]>();
  for (let index = 0; index + pieceLength <= text.length; index += 1) {
    const piece = text.slice(index, index + pieceLength);
    const found = positions.get(piece);
    if (found === undefined) positions.set(piece, [index]);
    else found.push(index);
  }
  for (const form of new Set(secrets.flatMap(formsOf))) {
    for (let index = 0; index + pieceLength <= form.length; index += 1) {
      const piece = form.slice(index, index + pieceLength);
      for (const position of positions.get(piece) ?? []) mark(position, pieceLength);
      positions.delete(piece);
    }
    if (form.length < pieceLength) for (const position of wholeMatches(text, form)) mark(position, form.length);
  }
  let clean = '';
  for (let index = 0; index < text.length; index += 1) {
    if (hiddenAt[index] === 0) clean += text[index];
    else if (index === 0 || hiddenAt[index - 1] === 0) clean += hidden;
  }
  return clean;
}

/** Returns where a short secret appears in a text; one of up to three characters counts only as a separate word. */
function wholeMatches(text: string, secret: string): number[] {
  const found: number[] = [];
  const isLetter = (index: number): boolean => /[\p{L}\p{N}]/u.test(text[index] ?? '');
  for (let index = text.indexOf(secret); index >= 0; index = text.indexOf(secret, index + 1)) {
    const isWholeWord = !isLetter(index - 1) && !isLetter(index + secret.length);
    if (secret.length >= shortestGiven || isWholeWord) found.push(index);
  }
  return found;
}

/** Returns the ways in which programs write a secret. */
function formsOf(secret: string): string[] {
  const bytes = Buffer.from(secret, 'utf8');
  const url = encodeURIComponent(bytes.toString('utf8'));
  const base64 = secret.length < shortestGiven ? [] : [0, 1, 2].map((shift) => innerBase64(bytes, shift));
  return [
    secret,
    JSON.stringify(secret).slice(1, -1),
    url,
    url.replace(/%[0-9A-F]{2}/g, (code) => code.toLowerCase()),
    url.replaceAll('%20', '+'),
    ...base64,
    ...base64.map((text) => text.replaceAll('+', '-').replaceAll('/', '_')),
    ...(secret.length < shortestGiven ? [] : [bytes.toString('hex')]),
  ];
}

/** Returns the part of a base64 text that depends on the secret alone, whatever surrounds it, such as `name:`. */
function innerBase64(bytes: Buffer, shift: number): string {
  const text = Buffer.concat([Buffer.alloc(shift), bytes]).toString('base64');
  const bits = (shift + bytes.length) * 8;
  return text.slice(Math.ceil((shift * 8) / 6), Math.floor(bits / 6));
}

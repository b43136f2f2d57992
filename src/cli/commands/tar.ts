import { KubeError } from '../../index.js';

// Archives as tar, busybox and kubectl write and read them: ustar with GNU's long names, and pax headers of others.
// See https://pubs.opengroup.org/onlinepubs/9799919799/utilities/pax.html#tag_20_94_13_06

/** An archive breaks the format. */
export class TarError extends KubeError {
  static override readonly brand = 'TarError';
  readonly code = 'tar' as const;
}

/** What an entry is. Devices, pipes and what else is not copied are `other`. */
export type TarType = 'file' | 'directory' | 'symlink' | 'link' | 'other';

/** The head of an entry. Names have a character for each byte (latin1), because those of files need not be UTF-8. */
export interface TarHead {
  readonly name: string;
  readonly type: TarType;
  /** The permissions, without the bits for setuid, setgid and sticky. */
  readonly mode: number;
  /** The bytes of a file; 0 for all others. */
  readonly size: number;
  /** What a link leads to. */
  readonly linkName: string;
}

/** An entry. Its content may be left unread. */
export interface TarEntry extends TarHead {
  readonly content: AsyncIterable<Uint8Array>;
}

const block = 512;
/** No name and no header of pax is longer; the sender decides how much memory they take. */
const longestExtra = 1024 * 1024;
const types: Readonly<Record<string, TarType>> = {
  '0': 'file',
  '\0': 'file',
  '7': 'file',
  '5': 'directory',
  '2': 'symlink',
  '1': 'link',
};

/** Reads an archive to the end of its bytes. */
export async function* readTar(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<TarEntry, void, undefined> {
  const pieces = bytes[Symbol.asyncIterator]();
  let rest: Buffer = Buffer.alloc(0);

  /** The next piece, of at most so many bytes; undefined at the end. */
  async function next(most: number): Promise<Buffer | undefined> {
    while (rest.byteLength === 0) {
      const result = await pieces.next();
      if (result.done === true) return undefined;
      const { buffer, byteOffset, byteLength } = result.value;
      rest = Buffer.from(buffer as ArrayBuffer, byteOffset, byteLength);
    }
    const piece = rest.subarray(0, most);
    rest = rest.subarray(piece.byteLength);
    return piece;
  }

  const isOver = async (): Promise<boolean> => {
    const piece = await next(Infinity);
    if (piece !== undefined) rest = piece;
    return piece === undefined;
  };

  async function take(count: number): Promise<Buffer> {
    const taken: Buffer[] = [];
    for (let left = count; left > 0;) {
      const piece = await next(left);
      if (piece === undefined) throw new TarError('the archive ends in the middle');
      taken.push(piece);
      left -= piece.byteLength;
    }
    return Buffer.concat(taken);
  }

  async function takeExtra(size: number): Promise<string> {
    if (size > longestExtra) throw new TarError(`the archive has a name of more than ${longestExtra} bytes`);
    return (await take(size + paddingOf(size))).toString('latin1', 0, size);
  }

  let extra: { name?: string; linkName?: string; size?: number } = {};
  while (!(await isOver())) {
    const header = await take(block);
    // The end, after which there may be more zeros.
    if (header.every((byte) => byte === 0)) break;
    const sum = header.reduce((total, byte, at) => total + (at >= 148 && at < 156 ? 0x20 : byte), 0);
    if (numberIn(header.subarray(148, 156)) !== sum) throw new TarError('the archive has a wrong checksum');
    const flag = String.fromCharCode(header[156] ?? 0);
    const size = numberIn(header.subarray(124, 136));
    if (flag === 'L') extra.name = textIn(Buffer.from(await takeExtra(size), 'latin1'));
    else if (flag === 'K') extra.linkName = textIn(Buffer.from(await takeExtra(size), 'latin1'));
    else if (flag === 'x') extra = { ...extra, ...paxIn(await takeExtra(size)) };
    else if (flag === 'g') await takeExtra(size);
    else {
      const prefix =
        header.subarray(257, 263).toString('latin1') === 'ustar\0' ? textIn(header.subarray(345, 500)) : '';
      const ownName = textIn(header.subarray(0, 100));
      const name = extra.name ?? (prefix === '' ? ownName : `${prefix}/${ownName}`);
      const type = name.endsWith('/') && types[flag] === 'file' ? 'directory' : (types[flag] ?? 'other');
      const hasContent = type === 'file' || type === 'other';
      const ownSize = hasContent ? (extra.size ?? size) : 0;
      let left = ownSize;
      async function* content(): AsyncGenerator<Uint8Array, void, undefined> {
        while (left > 0) {
          const piece = await next(left);
          if (piece === undefined)
            throw new TarError(`the archive ends in the middle of ${Buffer.from(name, 'latin1').toString()}`);
          left -= piece.byteLength;
          yield piece;
        }
      }
      const linkName = extra.linkName ?? textIn(header.subarray(157, 257));
      extra = {};
      yield {
        ...{ name, type, linkName, size: ownSize },
        mode: numberIn(header.subarray(100, 108)) & 0o777,
        content: content(),
      };
      for await (const _ of content()) void _;
      await take(paddingOf(ownSize));
    }
  }
  while ((await next(Infinity)) !== undefined);
}

/** Returns the header of an entry; `mtime` is in seconds. */
export function tarHeader(
  head: TarHead & { readonly mtime: number; readonly uid: number; readonly gid: number },
): Buffer {
  const { name, type, mode, size, linkName, mtime, uid, gid } = head;
  const longName = name.length > 100 ? [extraHeader('L', name)] : [];
  const longLink = linkName.length > 100 ? [extraHeader('K', linkName)] : [];
  const flag = { file: '0', directory: '5', symlink: '2', link: '1', other: '0' }[type];
  return Buffer.concat([...longName, ...longLink, plainHeader({ name, flag, mode, size, linkName, mtime, uid, gid })]);
}

/** The zeros after so many bytes of content. */
export function tarPadding(size: number): Buffer {
  return Buffer.alloc(paddingOf(size));
}

/** The end of an archive. */
export const tarEnd = Buffer.alloc(2 * block);

interface PlainHeader {
  readonly name: string;
  readonly flag: string;
  readonly mode: number;
  readonly size: number;
  readonly linkName: string;
  readonly mtime: number;
  readonly uid: number;
  readonly gid: number;
}

function plainHeader({ name, flag, mode, size, linkName, mtime, uid, gid }: PlainHeader): Buffer {
  const header = Buffer.alloc(block);
  header.write(name, 0, 100, 'latin1');
  header.set(octal(mode, 8), 100);
  header.set(octal(uid, 8), 108);
  header.set(octal(gid, 8), 116);
  header.set(octal(size, 12), 124);
  header.set(octal(Math.max(0, Math.floor(mtime)), 12), 136);
  header.write(' '.repeat(8), 148);
  header.write(flag, 156);
  header.write(linkName, 157, 100, 'latin1');
  header.write('ustar  \0', 257);
  const sum = header.reduce((total, byte) => total + byte, 0);
  header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
  return header;
}

function extraHeader(flag: 'L' | 'K', text: string): Buffer {
  const content = Buffer.from(`${text}\0`, 'latin1');
  const size = content.byteLength;
  const header = plainHeader({ name: '././@LongLink', flag, mode: 0, size, linkName: '', mtime: 0, uid: 0, gid: 0 });
  return Buffer.concat([header, content, tarPadding(size)]);
}

/** Writes a number in octal, or as GNU does where it is too large for that. */
function octal(value: number, length: number): Buffer {
  const digits = value.toString(8).padStart(length - 1, '0');
  if (digits.length < length) return Buffer.from(`${digits}\0`);
  const bytes = Buffer.alloc(length);
  bytes.writeBigUInt64BE(BigInt(value), length - 8);
  bytes[0] = 0x80;
  return bytes;
}

function numberIn(field: Buffer): number {
  const [first = 0] = field;
  const value =
    (first & 0x80) !== 0
      ? Number(BigInt(`0x${Buffer.from([first & 0x7f, ...field.subarray(1)]).toString('hex')}`))
      : parseInt(textIn(field).trim() || '0', 8);
  if (Number.isSafeInteger(value) && value >= 0) return value;
  throw new TarError('the archive has a number that is none');
}

function textIn(field: Buffer): string {
  const end = field.indexOf(0);
  return field.toString('latin1', 0, end < 0 ? undefined : end);
}

/** Reads records of pax: `27 path=a/long/name\n`, whose number is the length of all. */
function paxIn(text: string): { name?: string; linkName?: string; size?: number } {
  const found: { name?: string; linkName?: string; size?: number } = {};
  let bytes = Buffer.from(text, 'latin1');
  while (bytes.byteLength > 0) {
    const length = parseInt(bytes.toString('latin1', 0, 20), 10);
    const record = bytes.toString('latin1', 0, length);
    const [, key = '', value = ''] = /^\d+ ([^=]+)=(.*)\n$/s.exec(record) ?? [];
    if (key === '') throw new TarError('the archive has a header of pax that is none');
    if (key === 'path') found.name = value;
    if (key === 'linkpath') found.linkName = value;
    if (key === 'size') found.size = Number(value);
    bytes = bytes.subarray(length);
  }
  if (found.size !== undefined && !Number.isSafeInteger(found.size)) throw new TarError('the archive has a wrong size');
  return found;
}

function paddingOf(size: number): number {
  return (block - (size % block)) % block;
}

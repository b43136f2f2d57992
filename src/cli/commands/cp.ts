import { constants, type Stats } from 'node:fs';
import { copyFile, lstat, mkdir, open, readdir, readlink, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { randomUUID } from 'node:crypto';
import { pipeline } from 'node:stream/promises';
import type { Command } from 'commander';
import { exec, type ExecSession } from '../../connect/index.js';
import { isKubeError } from '../../index.js';
import { ImpossibleError, UsageError } from '../errors.js';
import { parseWord } from '../flag-values.js';
import { furtherHelp } from '../help.js';
import type { Run, Session } from '../session.js';
import { pieceBytes } from '../terminal/input.js';
import { oneLine } from '../terminal/one-line.js';
import { findContainer, findTarget, type PodTarget } from './find-container.js';
import { isUnsupported, tellEnd } from './exec.js';
import { readTar, TarError, tarEnd, tarHeader, tarPadding, type TarEntry } from './tar.js';

interface Flags {
  readonly container?: string | undefined;
  readonly preserve: boolean;
  readonly retries: number;
}

const examples = `
FROM or TO is in a pod: [NAMESPACE/]POD:PATH. The container must have tar.

To a pod: permissions and symbolic links are kept. If TO is an existing folder,
FROM is copied into it.

From a pod: files and folders are copied; symbolic links and devices are not.
A file appears under its name when it is complete. Nothing is written outside TO
or through a symbolic link.

Examples:
  $ kubeatlas cp settings.yaml front-0:/etc/front -n web
  $ kubeatlas cp web/front-0:/var/log/front logs -c main`;

/** Defines `cp`: copies files to and from containers. */
export function defineCp(command: Command, run: Run): void {
  command
    .argument('<from>', 'the file or folder to copy')
    .argument('<to>', 'the target')
    .option('-c, --container <name>', 'the container (default: as kubectl chooses)', parseWord)
    .option('--no-preserve', 'do not keep owners and permissions in the container')
    .option('--retries <count>', 'resumptions from a pod; -1: no limit', Number, 0)
    .addHelpText('after', furtherHelp(examples))
    .action((from: string, to: string, flags: Flags, command: Command) =>
      run(command, (session) => copy(session, readPlace(from), readPlace(to), flags)),
    );
}

/** A file or a folder, here or in a pod. */
interface Place {
  /** `POD` or `NAMESPACE/POD`; undefined for this machine. */
  readonly pod: string | undefined;
  readonly file: string;
}

async function copy(session: Session, from: Place, to: Place, flags: Flags): Promise<void> {
  if (!Number.isSafeInteger(flags.retries)) throw new UsageError('--retries must be an integer.');
  if (from.pod !== undefined && to.pod !== undefined)
    throw new UsageError('one of src or dest must be a local file specification');
  if (from.file === '' || to.file === '') throw new UsageError('filepath can not be empty');
  if (from.pod !== undefined) await copyFromPod(session, from.pod, from.file, to.file, flags);
  else if (to.pod !== undefined) await copyToPod(session, from.file, to.pod, to.file, flags);
  else throw new UsageError('one of src or dest must be a remote file specification');
}

function readPlace(word: string): Place {
  const at = word.indexOf(':');
  if (at < 0) return { pod: undefined, file: word };
  const pod = word.slice(0, at);
  if (!/^[^/]+(?:\/[^/]+)?$/.test(pod)) {
    throw new UsageError('filespec must match the canonical format: [[namespace/]pod:]file/path');
  }
  return {
    pod,
    file: word
      .slice(at + 1)
      // Where paths of this machine have backslashes, those of the container are written so, too.
      .replaceAll(path.sep, '/')
      .replace(/(?<=.)\/$/, ''),
  };
}

/** Returns a function that runs a command in the container. */
async function runnerIn(
  session: Session,
  word: string,
  flags: Flags,
): Promise<(command: readonly string[], options?: { readonly stdin?: boolean }) => Promise<ExecSession>> {
  const [namespace, name = ''] = word.includes('/') ? word.split('/') : [session.namespace, word];
  const target: PodTarget = await findTarget({ ...session, namespace: namespace ?? session.namespace }, name);
  const { name: container } = await findContainer(session, target.pod, flags);
  await session.progress.clear();
  return (command, options = {}) =>
    exec(target.pods, target.pod.metadata.name, { command, container, signal: session.calls.signal, ...options });
}

async function copyToPod(session: Session, from: string, word: string, to: string, flags: Flags): Promise<void> {
  if ((await stat(from).catch(() => undefined)) === undefined) {
    throw new ImpossibleError(`${from} doesn't exist in local filesystem`);
  }
  const run = await runnerIn(session, word, flags);
  const test = await run(['test', '-d', to]);
  await Promise.all([test.stdout.cancel(), test.stderr.cancel()]);
  const isFolder = (await test.done).exitCode === 0;
  const target = path.posix.normalize(isFolder ? path.posix.join(to, path.basename(path.resolve(from))) : to);
  const keeping = flags.preserve ? [] : ['--no-same-permissions', '--no-same-owner'];
  const opened = await run(['tar', ...keeping, '-xmf', '-', '-C', path.posix.dirname(target)], { stdin: true });
  const output = Promise.all([
    opened.stdout.pipeTo(new WritableStream({ write: (bytes) => session.print(bytes) })),
    opened.stderr.pipeTo(new WritableStream({ write: (bytes) => session.printError(bytes) })),
  ]);
  output.catch(() => undefined);
  const writer = opened.stdin.getWriter();
  writer.closed.catch(() => undefined);
  for await (const piece of archiveOf(session, bytesIn(from), bytesIn(path.posix.basename(target)))) {
    const isTaken = await writer.write(piece).then(
      () => true,
      () => false,
    );
    // The end of the command tells why.
    if (!isTaken) break;
  }
  await writer.close().catch((error: unknown) => {
    if (isUnsupported(error)) throw error;
  });
  await output;
  await tellEnd(session, opened);
}

/**
 * Returns a path with a character for each of its bytes (latin1): names of files need not be UTF-8, and two that are not may
 * be the same as text.
 */
function bytesIn(file: string): string {
  return Buffer.from(file).toString('latin1');
}

/** The path of such characters as file systems take it. */
function pathOf(file: string): Buffer {
  return Buffer.from(file, 'latin1');
}

/** Such characters as text, to be shown. */
function textOf(file: string): string {
  return pathOf(file).toString();
}

/** Writes an archive of a file or a folder, under another name. Links are written as links. */
async function* archiveOf(session: Session, from: string, name: string): AsyncGenerator<Uint8Array, void, undefined> {
  async function* entryOf(file: string, name: string): AsyncGenerator<Uint8Array, void, undefined> {
    const found = await lstat(pathOf(file));
    const head = {
      mode: found.mode & 0o7777,
      mtime: found.mtimeMs / 1000,
      uid: found.uid,
      gid: found.gid,
      linkName: '',
    };
    if (found.isDirectory()) {
      const members = (await readdir(pathOf(file), 'buffer')).map((member) => member.toString('latin1'));
      if (members.length === 0) yield tarHeader({ ...head, name: `${name}/`, type: 'directory', size: 0 });
      for (const member of members.sort()) yield* entryOf(path.join(file, member), `${name}/${member}`);
    } else if (found.isSymbolicLink()) {
      yield tarHeader({
        ...head,
        name,
        type: 'symlink',
        size: 0,
        linkName: (await readlink(pathOf(file), 'buffer')).toString('latin1'),
      });
    } else if (found.isFile()) {
      yield tarHeader({ ...head, name, type: 'file', size: found.size });
      yield* contentOf(file, found);
      yield tarPadding(found.size);
    } else
      await session.note(
        oneLine(`warning: skipping ${JSON.stringify(textOf(file))}, which is not a file, folder or symbolic link`),
      );
  }
  yield* entryOf(from, name);
  yield tarEnd;
}

/** The header has said the size: a file that grows is cut, and one that shrinks is an error. All pieces are in one memory. */
async function* contentOf(file: string, { size }: Stats): AsyncGenerator<Uint8Array, void, undefined> {
  const opened = await open(pathOf(file));
  try {
    const memory = new Uint8Array(Math.min(size, pieceBytes));
    for (let left = size; left > 0;) {
      const { bytesRead } = await opened.read(memory, 0, Math.min(left, pieceBytes));
      if (bytesRead === 0) throw new ImpossibleError(`${textOf(file)} became shorter while it was read`);
      left -= bytesRead;
      yield memory.subarray(0, bytesRead);
    }
  } finally {
    await opened.close();
  }
}

async function copyFromPod(session: Session, word: string, from: string, to: string, flags: Flags): Promise<void> {
  const run = await runnerIn(session, word, flags);
  const prefix = partsOf(bytesIn(path.posix.normalize(from))).filter((part) => part !== '..');
  const { bytes, end } = resumed(session, run, from, flags.retries);
  const destination = bytesIn(path.resolve(to));
  let warnedOfLinks = false;
  const place = async (entry: TarEntry): Promise<void> => {
    const parts = partsOf(entry.name);
    if (!prefix.every((part, index) => parts[index] === part)) throw new ImpossibleError('tar contents corrupted');
    const below = parts.slice(prefix.length);
    const target = path.join(destination, ...below);
    const shown = JSON.stringify(textOf(path.join(bytesIn(to), ...below)));
    const warn = (text: string): Promise<void> => session.note(oneLine(`warning: ${text}`));
    if (!isInside(below)) await warn(`file ${shown} is outside target destination, skipping`);
    else if (await leadsThroughLink(destination, below)) await warn(`${shown} leads through a symbolic link, skipping`);
    else if (entry.type === 'directory') await makeFolder(target);
    else if (entry.type === 'file') await writeWhole(target, (file) => writeEntry(file, entry));
    else if (entry.type === 'symlink') {
      const advice = `consider using "kubeatlas exec ${word.replace(/^.*\//, '')} -- tar cf - ${JSON.stringify(from)} | tar xf -"`;
      await warn(
        `skipping symlink: ${shown} -> ${JSON.stringify(textOf(entry.linkName))}${warnedOfLinks ? '' : ` (${advice})`}`,
      );
      warnedOfLinks = true;
    } else if (entry.type === 'link') {
      const linked = partsOf(entry.linkName).slice(prefix.length);
      const source = path.join(destination, ...linked);
      const isThere = isInside(linked) && !(await leadsThroughLink(destination, linked)) && (await isPlainFile(source));
      if (isThere) await writeWhole(target, (file) => copyFile(pathOf(source), file, constants.COPYFILE_EXCL));
      else await warn(`skipping hard link: ${shown} -> ${JSON.stringify(textOf(entry.linkName))}`);
    } else await warn(`skipping ${shown}, which is not a file, folder or link`);
  };
  try {
    for await (const entry of readTar(bytes)) await place(entry);
  } catch (error) {
    // A tar that failed says more.
    if (error instanceof TarError && !(await end())) return;
    throw error;
  }
  await end();
}

type RunIn = Awaited<ReturnType<typeof runnerIn>>;

/** The archive of a file or a folder of the container; where the connection breaks, it is continued as often as said. */
function resumed(
  session: Session,
  run: RunIn,
  from: string,
  retries: number,
): { bytes: AsyncIterable<Uint8Array>; readonly end: () => Promise<boolean> } {
  let opened: ExecSession;
  let errors: Promise<void>;
  async function* bytes(): AsyncGenerator<Uint8Array, void, undefined> {
    let count = 0;
    for (let tries = 0; ; tries += 1) {
      const quoted = `'${from.replaceAll("'", `'\\''`)}'`;
      const plain = ['tar', 'cf', '-', from];
      const command = retries === 0 ? plain : ['sh', '-c', `tar cf - ${quoted} | tail -c+${count + 1}`];
      try {
        opened = await run(command);
        errors = opened.stderr.pipeTo(new WritableStream({ write: (piece) => session.printError(piece) }));
        errors.catch(() => undefined);
        for await (const piece of opened.stdout) {
          count += piece.byteLength;
          yield piece;
        }
        return;
      } catch (error) {
        const isOfConnection = isKubeError(error) && error.code === 'connection';
        if (!isOfConnection || (retries >= 0 && tries >= retries)) throw error;
        await session.note(`Resuming copy at ${count} bytes, retry ${tries + 1}/${retries}`);
      }
    }
  }
  return {
    bytes: bytes(),
    end: async () => {
      await errors;
      return tellEnd(session, opened);
    },
  };
}

/** The parts of a path, without those that lead nowhere. */
function partsOf(name: string): string[] {
  return name.split('/').filter((part) => part !== '' && part !== '.');
}

function isInside(parts: readonly string[]): boolean {
  return parts.every((part) => part !== '..' && !part.includes('\0') && !(path.sep === '\\' && /[:\\]/.test(part)));
}

/** Whether a part of the path below the destination, the last one left out, is a symbolic link. */
async function leadsThroughLink(destination: string, parts: readonly string[]): Promise<boolean> {
  for (let count = 1; count < parts.length; count += 1) {
    const found = await lstat(pathOf(path.join(destination, ...parts.slice(0, count)))).catch(() => undefined);
    if (found?.isSymbolicLink() === true) return true;
  }
  return false;
}

async function isPlainFile(file: string): Promise<boolean> {
  return (await lstat(pathOf(file)).catch(() => undefined))?.isFile() === true;
}

/** Writes a file beside its place, and renames it once it is whole; what was there, a link too, is replaced. */
async function writeWhole(target: string, write: (file: Buffer) => Promise<void>): Promise<void> {
  const folder = path.dirname(target);
  await makeFolder(folder);
  if ((await lstat(pathOf(target)).catch(() => undefined))?.isDirectory() === true) {
    throw new ImpossibleError(`${textOf(target)} is a directory`);
  }
  // Not of the name, with which it could be longer than names may be.
  const unfinished = pathOf(path.join(folder, `.kubeatlas-cp.${randomUUID()}`));
  try {
    await write(unfinished);
    await rename(unfinished, pathOf(target));
  } finally {
    await rm(unfinished, { force: true });
  }
}

/** Makes a folder and those above it. Node's own way never ends where none can be made, as below `/proc`. */
async function makeFolder(folder: string): Promise<void> {
  const isThere = async (): Promise<boolean> =>
    (await stat(pathOf(folder)).catch(() => undefined))?.isDirectory() === true;
  if (await isThere()) return;
  if (path.dirname(folder) !== folder) await makeFolder(path.dirname(folder));
  await mkdir(pathOf(folder), { mode: 0o755 }).catch(async (error: unknown) => {
    if (!(await isThere())) throw error;
  });
}

async function writeEntry(file: Buffer, { content, mode }: TarEntry): Promise<void> {
  // Fails if there is anything.
  const opened = await open(file, 'wx', mode | 0o200);
  // A stream writes at once what arrived while it wrote, and closes the file.
  await pipeline(content, opened.createWriteStream({ highWaterMark: pieceBytes }));
}

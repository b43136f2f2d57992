import type { Command } from 'commander';
import stringWidth from 'string-width';
import type { ClientOptions, DiscoveryOptions } from '../index.js';
import type { NamedCluster } from '../fleet/index.js';
import { contextClusters } from '../kubeconfig/index.js';
import { clientOf, type Connect } from './connect.js';
import { UsageError } from './errors.js';
import { describeError, exitCodeOf } from './failures.js';
import type { GlobalFlags } from './global-flags.js';
import { inputOf, runSession, type CliInput, type ClusterOutput, type ContextsWork, type Work } from './session.js';
import { oneLine } from './terminal/one-line.js';
import { createPaint, isBrokenPipe } from './terminal/output.js';
import { marks, noPages } from './terminal/page-printer.js';

/** The commands that several contexts make sense for: none of them writes. */
const reading = ['get', 'count', 'resolve', 'api-resources', 'discovery', 'owners', 'upgrade-check', 'diff-apis'];

/** Flags of one server or one user: the credentials of one must not be sent to all. */
const ofOne: Readonly<Partial<Record<keyof GlobalFlags, string>>> = {
  context: '--context',
  cluster: '--cluster',
  user: '--user',
  server: '--server',
  tlsServerName: '--tls-server-name',
  certificateAuthority: '--certificate-authority',
  token: '--token',
  clientCertificate: '--client-certificate',
  clientKey: '--client-key',
};

/** The outputs that can tell clusters apart; undefined is a table or a text. */
const outputs = [undefined, 'wide', 'json', 'yaml', 'name', 'csv'];

/** For each request and discovery, so that a cluster that is dead holds up nobody for long. */
const defaultTimeoutMs = 10_000;

/** How many contexts are asked at once. */
const concurrency = 50;

/** For so long the first context is alone at most: its rows come sooner, and one that is dead holds up the others for no longer. */
const headStartMs = 200;

interface OutputFlags {
  readonly output?: unknown;
  readonly raw?: string | undefined;
  readonly watch?: boolean | undefined;
  readonly watchOnly?: boolean | undefined;
}

/**
 * Does the work of a command in several contexts at once, and returns the highest of their exit codes. Rows are printed as
 * they come, behind the name of their cluster; errors at the end, or at once under `-w`.
 *
 * @throws {UsageError} for a command that writes, and for flags and outputs of one cluster
 */
export async function runContexts(
  input: CliInput,
  command: Command,
  work: Work,
  discovery: DiscoveryOptions | undefined,
  contextsWork?: ContextsWork,
): Promise<number> {
  const given = command.optsWithGlobals<GlobalFlags>();
  const flags = { ...given, requestTimeout: given.requestTimeout ?? defaultTimeoutMs };
  const { output, raw, watch, watchOnly } = command.opts<OutputFlags>();
  const isWatch = watch === true || watchOnly === true;
  const takesContexts = contextsWork !== undefined;
  checkFlags(command, given, { output, raw, isWatch, takesContexts });
  const { env, stdout, stderr, signal } = input;

  let exitCode = 0;
  const errors = new Map<string, string[]>();
  const report = async (name: string | undefined, text: string): Promise<void> => {
    if (isWatch) await stderr.write(`error: ${label(name)}${text}\n`).catch(() => undefined);
    else errors.set(text, [...(errors.get(text) ?? []), ...(name === undefined ? [] : [name])]);
  };

  const printErrors = async (): Promise<void> => {
    for (const [text, names] of errors) {
      const of = names.length === 0 ? '' : label(names.join(', '));
      await stderr.write(`error: ${of}${text}\n`).catch(() => undefined);
    }
  };

  const clusters: NamedCluster[] = [];
  const { kubeconfig: path, kuberc = true, namespace, as, asGroup: asGroups } = given;
  const { insecureSkipTlsVerify: insecureSkipTLSVerify, contexts, allContexts } = given;
  const source = contextClusters({
    ...{ path, kuberc, namespace, as, asGroups, insecureSkipTLSVerify, env },
    contexts: allContexts === true ? undefined : contexts,
    connectTimeoutMs: flags.requestTimeout === 0 ? undefined : flags.requestTimeout,
    onWarning: (text) => void stderr.write(`Warning: ${oneLine(text)}\n`).catch(() => undefined),
  });
  try {
    for await (const change of source) {
      if (change.type === 'set') clusters.push(change);
      else if (change.type === 'failed') throw change.error;
    }
  } catch (error) {
    exitCode = Math.max(exitCode, exitCodeOf(error));
    await report(undefined, describeError(error, given).replace(/^error: /, ''));
  }

  const clientFor = ({ name, client }: NamedCluster): Connect =>
    input.connect === undefined
      ? async (request) => clientOf(await (client as () => Promise<ClientOptions>)(), request)
      : (request) => input.connect?.({ ...request, flags: { ...flags, context: name } }) as never;
  if (contextsWork !== undefined) {
    const named = clusters.map((cluster) => ({
      ...cluster,
      client: () => clientFor(cluster)({ flags, env, signal, options: {} }),
    }));
    const print = async (text: string | Uint8Array): Promise<void> => stdout.write(text);
    try {
      if (errors.size === 0) await contextsWork(named, { print, calls: { signal } });
    } catch (error) {
      if (signal?.aborted === true) return 130;
      exitCode = Math.max(exitCode, exitCodeOf(error));
      await report(undefined, describeError(error, given).replace(/^error: /, ''));
    }
    await printErrors();
    return exitCode;
  }

  const width =
    Math.max(...['CLUSTER', ...clusters.map(({ name }) => name)].map((name) => stringWidth(oneLine(name)))) + 3;
  const cellOf = (name: string): string => `${oneLine(name)}${' '.repeat(width - stringWidth(oneLine(name)))}`;
  const pages = noPages(true);
  const tables: ClusterOutput['tables'] = [];
  let printTables: ClusterOutput['printTables'];
  let lastHeader = '';
  const paint = createPaint(input.isTTY, env);
  const format = (name: string, text: string): string => {
    if (output === 'json')
      return `{\n  "cluster": ${JSON.stringify(name)},\n  "answer": ${indented(text, 2).trimStart()}}\n`;
    if (output === 'yaml') return `---\ncluster: ${JSON.stringify(name)}\nanswer:\n${indented(text, 2)}`;
    const lines = text.replace(/^\n|\n$/g, '').split('\n');
    return lines
      .map((line) => {
        const plain = isMarked(line) ? line.slice(1) : line;
        if (!line.startsWith(marks.header)) return `${cellOf(name)}${plain}\n`;
        if (plain === lastHeader) return '';
        lastHeader = plain;
        return `${paint.bold(`${cellOf('CLUSTER')}${plain}`)}\n`;
      })
      .join('');
  };

  let endHeadStart = (): void => undefined;
  const headStart = new Promise<void>((resolve) => {
    endHeadStart = resolve;
  });
  const print = async (text: string): Promise<void> => {
    await stdout.write(text);
    endHeadStart();
  };
  const readInput = once(inputOf(input));
  const ask = async (named: NamedCluster): Promise<void> => {
    const { name } = named;
    const cluster: ClusterOutput = {
      ...{ name, pages, tables, printTables: undefined },
      paint: {
        bold: (text) => text,
        header: (text) => (isMarked(text) || text === '' ? text : `${marks.header}${text}`),
        colour: (text) => text,
      },
    };
    const code = await runSession(
      {
        ...input,
        readInput,
        showsProgress: false,
        stdout: {
          write: (text) => (typeof text === 'string' && text !== '' ? print(format(name, text)) : Promise.resolve()),
        },
        stderr: {
          async write(text) {
            for (const line of String(text).trimEnd().split('\n')) {
              if (line.startsWith('error: ')) await report(name, line.slice('error: '.length));
              else await stderr.write(`${label(name)}${line}\n`);
            }
          },
        },
        connect: clientFor(named),
      },
      flags,
      work,
      discovery,
      cluster,
    );
    printTables ??= cluster.printTables;
    exitCode = Math.max(exitCode, code);
  };
  const queue = clusters.values();
  const worker = async (): Promise<void> => {
    for (const cluster of queue) {
      await ask(cluster);
      endHeadStart();
    }
  };
  const limit = setTimeout(endHeadStart, headStartMs);
  const workers = [worker()];
  await Promise.race([...workers, headStart]);
  clearTimeout(limit);
  while (workers.length < Math.min(isWatch ? Infinity : concurrency, clusters.length)) workers.push(worker());
  await Promise.all(workers);

  if (signal?.aborted !== true && printTables !== undefined) {
    const order = new Map(clusters.map(({ name }, index) => [name, index]));
    const sorted = tables.sort(([one], [other]) => (order.get(one) ?? 0) - (order.get(other) ?? 0));
    await stdout.write(printTables(sorted)).catch((error: unknown) => {
      if (!isBrokenPipe(error)) throw error;
    });
  }
  await printErrors();
  return exitCode;
}

function checkFlags(
  command: Command,
  flags: GlobalFlags,
  {
    output,
    raw,
    isWatch,
    takesContexts,
  }: Readonly<Record<'output' | 'raw', unknown>> & Readonly<Record<'isWatch' | 'takesContexts', boolean>>,
): void {
  const name = command.name();
  if (command.parent?.parent !== null || !(takesContexts || reading.includes(name))) {
    throw new UsageError(
      `${name} takes one context: use --context. --contexts is for ${reading.join(', ')}, dashboard.`,
    );
  }
  const several = flags.contexts === undefined ? '--all-contexts' : '--contexts';
  if (flags.contexts !== undefined && flags.allContexts === true) {
    throw new UsageError('--contexts cannot be combined with --all-contexts.');
  }
  for (const [option, flag] of Object.entries(ofOne)) {
    if (flags[option as keyof GlobalFlags] !== undefined) {
      throw new UsageError(`${several} cannot be combined with ${flag}, which belongs to one cluster.`);
    }
  }
  if (raw !== undefined) throw new UsageError(`${several} cannot be combined with --raw.`);
  if (!outputs.includes(output as string | undefined) || (output === 'csv' && isWatch)) {
    throw new UsageError(`${several} takes -o wide, json, yaml, name and csv, and the last one without -w.`);
  }
}

const isMarked = (text: string): boolean => text.startsWith(marks.header) || text.startsWith(marks.none);

const label = (name: string | undefined): string => (name === undefined ? '' : `${oneLine(name)}: `);

function indented(text: string, by: number): string {
  return text
    .replace(/\n$/, '')
    .split('\n')
    .map((line) => `${line === '' ? '' : ' '.repeat(by)}${line}\n`)
    .join('');
}

/** Standard input can be read once. */
function once(read: (path: string) => Promise<string>): (path: string) => Promise<string> {
  const known = new Map<string, Promise<string>>();
  return (path) => {
    const text = known.get(path) ?? read(path);
    known.set(path, text);
    return text;
  };
}

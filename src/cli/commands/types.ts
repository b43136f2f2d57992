import { writeFile } from 'node:fs/promises';
import type { Command } from 'commander';
import type { CallOptions, Client } from '../../index.js';
import { createOpenAPI, documentsOfDefinitions, writeTypes, type WriteTypesOptions } from '../../openapi/index.js';
import { furtherHelp } from '../help.js';
import { findManifests } from '../manifests/find-manifest-files.js';
import { addManifestFlags, hasManifests, type ManifestFlags } from '../manifests/manifest-flags.js';
import { readMembers } from '../manifests/read-exact-yaml.js';
import { runKustomize } from '../manifests/run-kustomize.js';
import { inputOf, type CliInput, type Run } from '../session.js';
import { oneLine } from '../terminal/one-line.js';
import { UsageError } from '../errors.js';

interface Flags extends ManifestFlags {
  readonly output?: string | undefined;
  readonly docs: boolean;
  readonly all?: boolean | undefined;
  readonly allowMissing?: boolean | undefined;
}

const examples = `
Writes an interface for each schema of the server, and the resources for
client.resource('deployments.apps'). Types that kubeatlas/types has are imported
from there. With --all, they are written too, as this server has them: a program
uses one or the other. -f reads CustomResourceDefinitions from files, and sends
no request; other objects in the files are ignored.

If a group-version cannot be read, it is named at the top of the types and on
standard error. The exit code is then 1, or 0 with --allow-missing.

Examples:
  $ kubeatlas types -o k8s.d.ts
  $ kubeatlas types -f crds/ -o crds.d.ts
  $ kubeatlas types --all --no-docs -o k8s.d.ts`;

/** Defines `types`: TypeScript types of what a server serves, or of definitions in files. */
export function defineTypes(command: Command, run: Run, input: CliInput): void {
  command.option('-o, --output <file>', 'file to write, instead of standard output');
  addManifestFlags(command, "file or folder with CRDs; '-' is standard input")
    .option('--no-docs', 'omit descriptions')
    .option('--all', 'also write the types of kubeatlas/types')
    .option('--allow-missing', 'exit with 0 if a group-version cannot be read')
    .addHelpText('after', furtherHelp(examples))
    .action(async (flags: Flags, command: Command) => {
      const options = { comments: flags.docs, builtIns: flags.all === true ? 'write' : 'import' } as const;
      if (hasManifests(flags)) {
        await writeText(await typesOfFiles(flags, options, input), flags, input);
        return;
      }
      await run(command, async (session) => {
        const openapi = createOpenAPI(session.client, { store: session.store });
        const { documents, failures } = await openapi.documents({ ...session.calls });
        const missing = failures.map(({ groupVersion = 'the index', message }): [string, string] => {
          const prefix = `${groupVersion}: `;
          return [groupVersion, message.startsWith(prefix) ? message.slice(prefix.length) : message];
        });
        for (const each of missing) await session.note(`warning: no types of ${oneLine(each.join(': '))}`);
        let newer: readonly string[] = [];
        const onNewer = (types: readonly string[]): void => void (newer = types);
        const source = await versionOf(session.client, session.calls);
        const text = writeTypes(documents, { ...options, missing: Object.fromEntries(missing), onNewer, source });
        if (newer.length > 0) await session.note(`warning: ${newerThanTypes(newer)}`);
        await writeText(text, flags, input);
        if (missing.length > 0 && flags.allowMissing !== true) session.fail();
      });
    });
}

/** What the head of the file says: no address, which may be nobody else's business. */
async function versionOf(client: Client, calls: CallOptions): Promise<string> {
  const answer = await client.request({ path: '/version', ...calls }).catch(() => undefined);
  const version = (answer?.json() as { gitVersion?: unknown } | null | undefined)?.gitVersion;
  return typeof version === 'string' ? `a server of Kubernetes ${version}` : 'a server';
}

function newerThanTypes(types: readonly string[]): string {
  return `the server is newer than kubeatlas/types (1.37) and has further fields in ${types.join(', ')}; --all writes them`;
}

async function typesOfFiles(flags: Flags, options: WriteTypesOptions, input: CliInput): Promise<string> {
  const objects: unknown[] = [];
  const { env, signal, stderr } = input;
  const kustomize = (folder: string): Promise<string> =>
    runKustomize(folder, { env, signal, note: (line) => stderr.write(`${line}\n`) });
  const sources = await findManifests(flags, { readInput: inputOf(input), kustomize });
  for (const source of sources) {
    objects.push(...(await readMembers(source)).map(({ object }) => object));
  }
  const documents = documentsOfDefinitions(objects);
  if (Object.keys(documents).length === 0) {
    throw new UsageError(
      'No CustomResourceDefinition of apiextensions.k8s.io/v1 with a served version found in the files.',
    );
  }
  return writeTypes(documents, { ...options, source: sources.map(({ name }) => name).join(', ') });
}

async function writeText(text: string, { output }: Flags, { stdout }: CliInput): Promise<void> {
  if (output === undefined) await stdout.write(text);
  else await writeFile(output, text);
}

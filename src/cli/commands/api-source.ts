import { readdir, stat } from 'node:fs/promises';
import { InvalidArgumentError, type Catalog, type Client, type KubeObject } from '../../index.js';
import { objectsFromYaml } from '../../yaml/index.js';
import { catalogAfterDefinitions, catalogAfterUpgrade, loadRelease, type Release } from '../../upgrade/index.js';
import { connectByKubeconfig } from '../connect.js';
import { UsageError } from '../errors.js';
import type { GlobalFlags } from '../global-flags.js';
import { fileName, findManifestFiles } from '../manifests/find-manifest-files.js';
import { readExactYaml } from '../manifests/read-exact-yaml.js';
import type { CliInput, ReadInput } from '../session.js';

/** What a word of the command line names: a release, definitions in files, or a context of the kubeconfig. */
export type ApiSource =
  | { readonly by: 'release'; readonly release: Release }
  | { readonly by: 'definitions'; readonly definitions: readonly KubeObject[] }
  | { readonly by: 'context'; readonly context: string };

/**
 * Reads what a word names: `1.37` and `v1.37.2-gke.100` are releases, a file or a folder contains definitions, and anything else is a context.
 *
 * @throws {UsageError} for files without definitions, and for a release that is unknown here
 */
export async function readApiSource(word: string, read: ReadInput): Promise<ApiSource> {
  if (/^v?\d+\.\d+(\.\d+([-+].*)?)?$/.test(word)) return { by: 'release', release: await releaseOf(word) };
  const found = await stat(word).catch(() => undefined);
  const isPath = found !== undefined || word === '-' || /[\\/]|\.(json|ya?ml)$/.test(word);
  if (!isPath) return { by: 'context', context: word };
  const paths = found?.isDirectory() === true && (await readdir(word)).length === 0 ? [] : [word];
  const definitions: KubeObject[] = [];
  for (const file of await findManifestFiles(paths, { recursive: true })) {
    for (const object of readExactYaml(await read(file), fileName(file), objectsFromYaml)) {
      if (object.kind === 'CustomResourceDefinition') definitions.push(object);
    }
  }
  if (definitions.length === 0) throw new UsageError(`${JSON.stringify(word)} contains no CustomResourceDefinition.`);
  return { by: 'definitions', definitions };
}

async function releaseOf(word: string): Promise<Release> {
  try {
    return await loadRelease(word);
  } catch (cause) {
    if (!(cause instanceof InvalidArgumentError)) throw cause;
    throw new UsageError(
      `${JSON.stringify(word)} ${cause.message.replace(/^version |\.$/g, '')}: specify a known release, a context, or a folder of definitions.`,
      { cause },
    );
  }
}

/** Connects to a context of the kubeconfig besides that of the session; close the client. */
export function connectToContext(context: string, flags: GlobalFlags, input: CliInput): Promise<Client> {
  const { env, signal, connect = connectByKubeconfig } = input;
  const timeoutMs = flags.requestTimeout === 0 ? undefined : flags.requestTimeout;
  const discovery = timeoutMs === undefined ? {} : { timeoutMs };
  return connect({ flags: { ...flags, context, server: undefined }, env, signal, options: { discovery } });
}

/** What a release or definitions make of the catalog of a server, or of none. */
export function catalogOfSource(source: Exclude<ApiSource, { by: 'context' }>, base: Catalog): Catalog {
  return source.by === 'release'
    ? catalogAfterUpgrade(base, source.release)
    : catalogAfterDefinitions(base, source.definitions);
}

import { documentsFromYaml } from '../../yaml/index.js';
import type { Catalog, ResourceEntry } from '../../index.js';
import { isRecord } from '../is-record.js';
import type { Session } from '../session.js';
import { namesIn } from '../commands/get-names.js';
import { handleFor } from '../commands/object-targets.js';

/** Nobody looks through a longer list. */
const maxNames = 500;

/**
 * Returns the plurals of the resources with these verbs, followed by the group unless it is the first with that plural.
 */
export function typeNames(catalog: Catalog, verbs: readonly string[] = []): readonly string[] {
  const served = catalog.resources({ preferred: true });
  const capable = served.filter((entry) => verbs.every((verb) => entry.verbs.includes(verb)));
  return capable.map((entry) => (isFirst(entry, served) ? entry.resource : `${entry.resource}.${entry.group}`));
}

function isFirst(entry: ResourceEntry, served: readonly ResourceEntry[]): boolean {
  return served.find(({ resource }) => resource === entry.resource) === entry;
}

/** Returns the names of the objects of a type, read from the lightest table. */
export async function objectNames(
  session: Session,
  type: string,
  { allNamespaces }: { readonly allNamespaces?: boolean | undefined } = {},
): Promise<readonly string[]> {
  const { mapping } = await session.client.resolve(type, { verbs: ['list'], signal: session.calls.signal });
  const handle = handleFor(session, mapping, { allNamespaces });
  const table = handle.as('Table', { includeObject: 'None' });
  return namesIn(await table.list({ ...session.calls, limit: maxNames }));
}

/** Returns the names of `contexts`, `clusters` or `users` in all kubeconfig files that can be read. */
export async function kubeconfigNames(
  field: 'contexts' | 'clusters' | 'users',
  files: readonly string[],
  read: (file: string) => Promise<string>,
): Promise<readonly string[]> {
  const names = new Set<string>();
  for (const file of files) {
    try {
      const [first] = documentsFromYaml(await read(file));
      const entries: unknown = isRecord(first?.value) ? first.value[field] : undefined;
      for (const entry of Array.isArray(entries) ? (entries as unknown[]) : []) {
        if (isRecord(entry) && typeof entry['name'] === 'string') names.add(entry['name']);
      }
    } catch {
      // Another file may have entries.
    }
  }
  return [...names];
}

import fc from 'fast-check';
import { expect } from 'vitest';
import { editable } from '../../src/views/apply-edit.js';
import { editOf } from '../../src/views/edit-object.js';
import { deepCopy, type ResourceHandle } from '../../src/index.js';

const fieldManager = 'kubeatlas-dashboard';

interface Container {
  name: string;
  image: string;
  args?: string[];
  env?: { name: string; value: string }[];
  ports?: { containerPort: number; protocol: string }[];
}
interface Deployment {
  metadata: { labels?: Record<string, string>; finalizers?: string[] };
  spec: {
    replicas?: number;
    minReadySeconds?: number;
    template: { spec: { containers: Container[]; nodeSelector?: Record<string, string>; tolerations?: object[] } };
  };
}

const containers = ['main', 'side'].map((name) => ({
  name,
  image: `${name}:1`,
  args: ['--one', '--two'],
  env: ['A', 'B', 'C'].map((each) => ({ name: each, value: '1' })),
  ports: [80, 81].map((containerPort) => ({ containerPort, protocol: 'TCP' })),
}));
const deployment = {
  metadata: { name: 'front', labels: { app: 'front', tier: 'web' }, finalizers: ['example.com/a', 'example.com/b'] },
  spec: {
    selector: { matchLabels: { app: 'front' } },
    template: {
      metadata: { labels: { app: 'front' } },
      spec: { containers, nodeSelector: { disk: 'ssd' }, tolerations: [{ key: 'a', operator: 'Exists' }] },
    },
  },
};

const oneOf = (...texts: string[]): fc.Arbitrary<string> => fc.constantFrom(...texts);
const name = oneOf('A', 'B', 'D', 'E');
const place = fc.integer({ min: 0, max: 3 });
const text = oneOf('1', '2', '3');

/** Changes of a list: an item that comes somewhere, that goes, that moves, and one that is another. */
function listChange<T>(item: fc.Arbitrary<T>): fc.Arbitrary<(list: T[] | undefined) => T[]> {
  return fc.oneof(
    fc.tuple(item, place).map(
      ([made, at]) =>
        (list: T[] = []) =>
          list.toSpliced(at, 0, made),
    ),
    place.map(
      (at) =>
        (list: T[] = []) =>
          list.toSpliced(at, 1),
    ),
    fc.tuple(place, place).map(
      ([from, to]) =>
        (list: T[] = []) =>
          list.toSpliced(from, 1).toSpliced(to, 0, ...list.slice(from, from + 1)),
    ),
    fc.tuple(item, place).map(
      ([made, at]) =>
        (list: T[] = []) =>
          list.toSpliced(at, 1, made),
    ),
  );
}

const mapChange = fc
  .tuple(name, fc.option(text, { nil: undefined }))
  .map(([key, value]) => (map: Record<string, string> = {}) => {
    const { [key]: _, ...rest } = map;
    return value === undefined ? rest : { ...rest, [key]: value };
  });

type Change = (object: Deployment) => unknown;

function uniqueBy<T>(items: readonly T[], key: keyof T): T[] {
  return items.filter((item, at) => items.findIndex((other) => other[key] === item[key]) === at);
}

const inContainer = (change: (container: Container) => unknown): fc.Arbitrary<Change> =>
  place.map((at) => ({ spec }) => {
    const container = spec.template.spec.containers[at];
    if (container !== undefined) change(container);
  });

/** A change of one field or list. Real servers let an environment name a variable twice. */
const changeOf = (mayRepeat: boolean): fc.Arbitrary<Change> =>
  fc.oneof(
    mapChange.map(
      (next) =>
        ({ metadata }: Deployment) =>
          (metadata.labels = next(metadata.labels)),
    ),
    mapChange.map(
      (next) =>
        ({ spec }: Deployment) =>
          (spec.template.spec.nodeSelector = next(spec.template.spec.nodeSelector)),
    ),
    listChange(oneOf('example.com/c', 'example.com/d')).map((next) => ({ metadata }: Deployment) => {
      metadata.finalizers = [...new Set(next(metadata.finalizers))];
    }),
    listChange(text.map((key) => ({ key, operator: 'Exists' }))).map((next) => ({ spec }: Deployment) => {
      spec.template.spec.tolerations = next(spec.template.spec.tolerations as { key: string; operator: string }[]);
    }),
    fc.option(fc.integer({ min: 0, max: 9 }), { nil: undefined }).map((count) => ({ spec }: Deployment) => {
      if (count === undefined) delete spec.replicas;
      else spec.replicas = count;
    }),
    fc.integer({ min: 1, max: 9 }).map(
      (seconds) =>
        ({ spec }: Deployment) =>
          (spec.minReadySeconds = seconds),
    ),
    listChange(
      fc.tuple(oneOf('new', 'side', 'other'), text).map(([name, version]) => ({ name, image: `${name}:${version}` })),
    ).map((next) => ({ spec }: Deployment) => {
      const changed = next(spec.template.spec.containers);
      const unique = uniqueBy(changed, 'name');
      if (unique.length > 0) spec.template.spec.containers = unique;
    }),
    text.chain((version) => inContainer((container) => (container.image = `x:${version}`))),
    listChange(text).chain((next) => inContainer((container) => (container.args = next(container.args)))),
    listChange(fc.tuple(name, text).map(([name, value]) => ({ name, value }))).chain((next) =>
      inContainer((container) => {
        const changed = next(container.env);
        container.env = mayRepeat ? changed : uniqueBy(changed, 'name');
      }),
    ),
    listChange(fc.integer({ min: 80, max: 83 }).map((containerPort) => ({ containerPort, protocol: 'TCP' }))).chain(
      (next) =>
        inContainer((container) => {
          const changed = next(container.ports);
          container.ports = uniqueBy(changed, 'containerPort');
        }),
    ),
  );

/** Edits an object as the dashboard does, in the face of everybody. */
async function edit(handle: ResourceHandle, changes: readonly Change[]): Promise<void> {
  const present = { ...(await handle.get('front')) };
  const before = editable(present, true);
  const after = deepCopy(before) as unknown as Deployment;
  for (const each of changes) each(after);
  const { resourceVersion } = present.metadata;
  const replaced = { ...after, metadata: { ...after.metadata, resourceVersion } };
  // What the server would make of the text as a whole.
  const expected = editable({ ...(await handle.replace(replaced as never, { dryRun: 'All' })) }, true);
  const edit = editOf({ before, after: after as never, present, manager: fieldManager });
  if (edit?.manifest !== undefined) await handle.apply(edit.manifest, { fieldManager, force: true });
  else if (edit !== undefined) await handle.patch('front', edit.patch, { type: 'merge', fieldManager });
  expect(editable({ ...(await handle.get('front')) }, true)).toEqual(expected);
}

/** What somebody else does after an edit. */
type Other = 'nothing' | 'helm' | 'kubectl';
export type EditStep = readonly [readonly Change[], Other];

/** Some edits of one object, and what others do to it in between. */
export const editSteps = (mayRepeat: boolean): fc.Arbitrary<readonly EditStep[]> =>
  fc.array(
    fc.tuple(
      fc.array(changeOf(mayRepeat), { minLength: 1, maxLength: 3 }),
      fc.constantFrom<Other[]>('nothing', 'helm', 'kubectl'),
    ),
    { minLength: 1, maxLength: 4 },
  );

/** Requires of each edit that it comes out as though the whole object were written. */
export async function expectEdits(handle: ResourceHandle, steps: readonly EditStep[]): Promise<void> {
  await handle.apply(deployment, { fieldManager: 'helm' });
  for (const [changes, other] of steps) {
    await edit(handle, changes);
    if (other === 'helm') await handle.apply(deployment, { fieldManager: 'helm', force: true });
    if (other === 'kubectl') {
      const body = { metadata: { labels: { A: 'k' } }, spec: { replicas: 4 } };
      await handle.patch('front', body, { type: 'merge', fieldManager: 'kubectl-edit' });
    }
  }
}

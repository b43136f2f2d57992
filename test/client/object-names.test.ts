import { describe, expect, it } from 'vitest';
import { follow } from '../../src/watch/follow.js';
import { createInformer } from '../../src/watch/informer/informer.js';
import { waitFor } from '../../src/watch/wait-for.js';
import { isObjectNotFound } from '../../src/core/errors.js';
import { viewObject } from '../../src/views/views.js';
import { cli } from '../cli/support.js';
import { onFakeServer } from './on-fake-server.js';

const role = (name: string): object => ({
  apiVersion: 'rbac.authorization.k8s.io/v1',
  kind: 'ClusterRole',
  metadata: { name },
});
/** What servers accept as the name of a cluster role, and URL parsers take for something else. */
const names = ['CORP\\jdoe', 'a?b', 'a#b', 'a\tb', 'a,b=c', 'a\\,b', ' a', 'ü&+', '...'];

describe.each(names)('an object of the name %j', (name) => {
  it('is created, read, changed and deleted', async () => {
    const { client, fake } = await onFakeServer();
    const roles = client.resource('clusterroles');
    expect((await roles.create({ metadata: { name }, rules: [] })).metadata.name).toBe(name);
    expect((await roles.get(name)).metadata.name).toBe(name);
    const labels = { changed: 'yes' };
    expect((await roles.patch(name, { metadata: { labels } }, { type: 'merge' })).metadata.labels).toEqual(labels);
    await roles.apply({ metadata: { name, annotations: { a: 'b' } } }, { fieldManager: 'me' });
    expect((await roles.as('PartialObjectMetadata').get(name)).metadata.annotations).toEqual({ a: 'b' });
    expect((await roles.as('Table').get(name)).rows[0]?.cells[0]).toBe(name);
    await roles.delete(name);
    const missing = await roles.get(name).catch((error: unknown) => error);
    expect(isObjectNotFound(missing)).toBe(true);
    expect(fake.objects).toEqual([]);
  });

  it('is watched, followed, waited for and shown alone', async () => {
    const { client } = await onFakeServer({ objects: [role(name), role('a')] });
    const roles = client.resource('clusterroles');
    expect((await waitFor(roles, name, 'created')).metadata.name).toBe(name);
    const informer = createInformer(client, roles);
    await informer.synced;
    expect(informer.store.get('', name)?.metadata.name).toBe(name);
    informer.close();
    const view = viewObject(client, 'clusterroles', name);
    const leave = view.subscribe(() => undefined);
    await expect.poll(() => view.getSnapshot().items).toMatchObject([{ metadata: { name } }]);
    leave();
    for await (const step of follow(roles)) if ('object' in step && step.object.metadata.name === name) break;
  });
});

it.each(['CORP\\jdoe', 'a?b', 'a#b', 'ü&+', '...'])('the name %j is found by the command line', async (name) => {
  const { fake } = await onFakeServer({ objects: [role(name), role('a')] });
  const found = { code: 0, stdout: `clusterrole.rbac.authorization.k8s.io/${name}\n` };
  expect(await cli(fake, `get clusterrole ${name} -o name`)).toMatchObject(found);
  expect(await cli(fake, `get clusterrole/${name} -o name`)).toMatchObject(found);
  expect(await cli(fake, `delete clusterrole ${name}`)).toMatchObject({ code: 0, stderr: '' });
  expect(fake.objects.map(({ metadata }) => metadata.name)).toEqual(['a']);
});

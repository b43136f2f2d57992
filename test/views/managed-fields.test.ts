import { describe, expect, it } from 'vitest';
import { viewObjects, type ObjectsViewOptions, type ViewForm } from '../../src/views/index.js';
import { configMap, onFakeServer } from '../client/on-fake-server.js';

describe('the objects of a view', () => {
  it.each<ViewForm>([undefined, 'PartialObjectMetadata', 'Table'])(
    'have managedFields where they were asked for, and are not shared with those that have none: as %s',
    async (as) => {
      const { client } = await onFakeServer();
      await client.resource('configmaps').create(configMap('one'), { fieldManager: 'a-manager' });
      const managersOf = async (options: ObjectsViewOptions<ViewForm>): Promise<unknown> => {
        const view = viewObjects(client, 'configmaps', { as, ...options });
        const item = await new Promise<object>((resolve) => {
          const stop = view.subscribe(() => {
            const [first] = view.getSnapshot().items as readonly object[];
            if (first === undefined) return;
            stop();
            resolve(first);
          });
        });
        const object = ('cells' in item ? Reflect.get(item, 'object') : item) as { metadata: { managedFields?: [] } };
        return object.metadata.managedFields?.map(({ manager }) => manager);
      };
      expect(await managersOf({})).toBeUndefined();
      expect(await managersOf({ managedFields: true })).toEqual(['a-manager']);
    },
  );
});

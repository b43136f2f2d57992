import type { Catalog, Client } from '../../../src/index.js';

/** The catalog after what is missing was deleted, as who deleted it says. */
export async function afterDeletion({ discovery }: Client): Promise<Catalog> {
  const { failures } = await discovery.refresh();
  const missing = failures.filter((failure) => failure.class === 'missing');
  const deleted = missing.flatMap(({ group, version, resource }) =>
    group === undefined || version === undefined ? [] : { group, version, resource },
  );
  return discovery.refresh({ deleted });
}

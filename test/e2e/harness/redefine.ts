import { definitionName, definitionOf, definitionsPath, type CustomResource } from './custom-resources.js';
import { askAsAdmin, untilServed } from './install.js';
import type { ServerAccess } from './server-access.js';

/** Changes versions and names in the definition of a custom resource, and waits until discovery has followed. */
export async function redefine(
  server: Pick<ServerAccess, 'url' | 'ca' | 'tokens' | 'formats'>,
  resource: CustomResource,
): Promise<void> {
  await askAsAdmin(server, {
    method: 'PATCH',
    path: `${definitionsPath}/${definitionName(resource)}`,
    headers: { 'content-type': 'application/merge-patch+json' },
    body: definitionOf(resource),
  });
  await untilServed(server, [resource]);
}

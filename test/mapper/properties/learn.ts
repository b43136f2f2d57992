import type { Catalog } from '../../../src/core/catalog/catalog.js';
import { createDiscovery } from '../../../src/core/discovery/create-discovery.js';
import { replay } from '../../discovery/replay-connection.js';
import { render, type Documents, type RenderedFormat } from './render-documents.js';
import type { ServerModel } from './server-model.js';

/** The catalog that a client learns of a server that speaks this format. */
export function learn(server: ServerModel, format: RenderedFormat): Promise<Catalog> {
  return learnFrom(render(server, format));
}

/** The catalog that these documents make. */
export function learnFrom(documents: Documents): Promise<Catalog> {
  return createDiscovery(replay(documents)).catalog();
}

/**
 * `kubeatlas/views`: what user interfaces show of a server, as values that change: objects, one object, the catalog, ages and
 * access. Each is a {@link LiveView}, which `useSyncExternalStore` of React takes as it is (`kubeatlas/react` does so), and stores of
 * Vue and Svelte in a few lines.
 *
 * @packageDocumentation
 */
export { viewAccess, type AccessState } from './access.js';
export { viewAge } from './age.js';
export { viewCatalog, type CatalogState } from './catalog.js';
export {
  viewObject,
  viewObjects,
  type ObjectsState,
  type ObjectsViewOptions,
  type ObjectViewOptions,
  type Viewed,
  type ViewForm,
  type ViewHealth,
} from './objects.js';
export type { LiveView } from './view.js';

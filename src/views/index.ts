/**
 * `kubeatlas/views`: what user interfaces show of a server, as values that change: objects, one object, logs, the catalog, ages
 * and access; and the edits of one object. Each value is a {@link LiveView}, which `useSyncExternalStore` of React takes as it is (`kubeatlas/react` does so), and stores of
 * Vue and Svelte in a few lines.
 *
 * @packageDocumentation
 */
export { viewAccess, viewAge, viewCatalog, viewObject, viewObjects } from './views.js';
export type {
  AccessState,
  CatalogState,
  NamespaceState,
  ObjectsState,
  ObjectsViewOptions,
  ObjectViewOptions,
  Viewed,
  ViewForm,
  ViewHealth,
  LiveView,
} from './views.js';
export { viewLogs, type LogsHealth, type LogsState, type LogsViewOptions } from './view-logs.js';
export { applyEdit, type ApplyEditOptions, startEdit, type StartedEdit } from './apply-edit.js';
export { editOf, type Edit, type EditedObject, type ManagedByOthers } from './edit-object.js';
export { EditRefusedError, type EditRefusal } from './errors.js';

/**
 * `kubeatlas/react`: hooks for React 18 and 19. They begin and end watches with the components that use them, and components
 * that ask for the same share one. They stand on `kubeatlas/views`, which other frameworks use directly.
 *
 * @packageDocumentation
 */
export type { Action, ActionRefusal, ResolveState, UseResolveOptions, ObjectState } from './hooks.js';
export {
  useAction,
  useResolve,
  useAge,
  useCanI,
  useCatalog,
  useLogs,
  useObject,
  useObjects,
  useView,
} from './hooks.js';
export type {
  AccessState,
  CatalogState,
  LogsHealth,
  LogsState,
  LogsViewOptions,
  NamespaceState,
  ObjectsState,
  ObjectsViewOptions,
  ObjectViewOptions,
  Viewed,
  ViewForm,
  ViewHealth,
} from '../views/index.js';

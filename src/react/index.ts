/**
 * `kubeatlas/react`: hooks for React 18 and 19. They begin and end watches with the components that use them, and components
 * that ask for the same share one. They stand on `kubeatlas/views`, which other frameworks use directly.
 *
 * @packageDocumentation
 */
export {
  useAction,
  type Action,
  type ActionRefusal,
  useResolve,
  type ResolveState,
  type UseResolveOptions,
  useAge,
  useCanI,
  useCatalog,
  useLogs,
  useObject,
  useObjects,
  useView,
  type ObjectState,
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

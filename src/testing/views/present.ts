import type { KubeList, KubeObject, ListMeta } from '../../core/model/kube-object.js';
import { endOfInitialEvents } from '../verbs/watch-events.js';
import { notAcceptable, plainError } from '../wire/refusals.js';
import type { Column } from './cells.js';
import { includedIn, type View } from './view.js';

/** The context of an answer, besides the stored objects. */
export interface PresentContext {
  readonly columns: readonly Column[];
  readonly now: Date;
  readonly query: URLSearchParams;
  readonly custom: boolean;
  /** Whether a Table without rows has `null` for them, as on servers without specific columns for a resource. */
  readonly nullRows: boolean;
  /** Whether list items have kind and apiVersion. */
  readonly keepsKinds: boolean;
}

/**
 * Returns one object in the requested view. Refuses a view for lists, whatever else the client accepts: with 406, or
 * with 500 for custom resources.
 */
export function presentObject(object: KubeObject, view: View, context: PresentContext): object {
  switch (view.as) {
    case 'Whole':
      return object;
    case 'Table': {
      const { resourceVersion } = object.metadata;
      return tableOf([object], { resourceVersion }, view, context);
    }
    case 'PartialObjectMetadata':
      return metadataOf(object, view.apiVersion);
    case 'PartialObjectMetadataList':
      if (context.custom && object.kind !== 'Scale') throw plainError('content is not a list');
      throw notAcceptable(
        `you requested PartialObjectMetadataList, but the requested object is not a list (${object.kind})`,
      );
  }
}

/**
 * Returns a list in the requested view. Refuses the view for single objects with 406, whatever else the client accepts.
 */
export function presentList(list: KubeList, view: View, context: PresentContext): object {
  switch (view.as) {
    case 'Whole':
      return context.keepsKinds ? list : { ...list, items: list.items.map(withoutKind) };
    case 'Table':
      return tableOf(list.items, withoutEmptyContinue(list.metadata), view, context);
    case 'PartialObjectMetadataList':
      return {
        kind: view.as,
        apiVersion: view.apiVersion,
        metadata: withoutEmptyContinue(list.metadata),
        items: list.items.map((item) => metadataOf(item, view.apiVersion)),
      };
    case 'PartialObjectMetadata':
      throw notAcceptable(`you requested PartialObjectMetadata, but the requested object is a list (${list.kind})`);
  }
}

/**
 * Returns the object of an event in the requested view. Only the first event of a Table has columns. Undefined for a
 * view that is not possible, for which real servers close the watch without an event.
 */
export function presentEvent(
  object: KubeObject,
  view: View,
  context: PresentContext,
  isFirst: boolean,
): object | undefined {
  if (view.as === 'PartialObjectMetadataList') return undefined;
  const shown = presentObject(object, view, context);
  return view.as === 'Table' && !isFirst ? { ...shown, columnDefinitions: null } : shown;
}

function tableOf(
  objects: readonly KubeObject[],
  metadata: ListMeta,
  { apiVersion }: Extract<View, { as: 'Table' }>,
  { columns, now, query, nullRows }: PresentContext,
): object {
  const include = includedIn(query);
  const rows = objects.map((object) => ({
    cells: columns.map(({ cell }) => cell(object, now)),
    object:
      include === 'None' && !isMark(object) ? null : include === 'Object' ? object : metadataOf(object, apiVersion),
  }));
  return {
    kind: 'Table',
    apiVersion,
    metadata,
    columnDefinitions: columns.map(({ name, type = 'string', format = '', description = '', priority = 0 }) => ({
      name,
      type,
      format,
      description,
      priority,
    })),
    rows: nullRows && rows.length === 0 ? null : rows,
  };
}

/**
 * Reports whether an object is the end mark of an initial state, which must not be dropped even if objects are
 * excluded.
 */
function isMark({ metadata }: KubeObject): boolean {
  return metadata.annotations?.[endOfInitialEvents] === 'true';
}

/** Removes an empty `continue`: whole lists of custom resources have one, their Tables and metadata lists do not. */
function withoutEmptyContinue(metadata: ListMeta): ListMeta {
  return { ...metadata, continue: metadata.continue === '' ? undefined : metadata.continue };
}

function metadataOf({ metadata }: KubeObject, apiVersion: string): KubeObject {
  return { kind: 'PartialObjectMetadata', apiVersion, metadata };
}

function withoutKind({ kind: _kind, apiVersion: _apiVersion, ...rest }: KubeObject): object {
  return rest;
}

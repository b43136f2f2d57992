import type { KubeList, KubeObject, ListMeta } from '../../model/kube-object.js';
import { endOfInitialEvents } from '../verbs/watch-events.js';
import { notAcceptable, plainError } from '../wire/refusals.js';
import type { Column } from './cells.js';
import { includedIn, type View } from './view.js';

/** What an answer is made with, besides what is stored. */
export interface PresentContext {
  readonly columns: readonly Column[];
  readonly now: Date;
  readonly query: URLSearchParams;
  readonly custom: boolean;
  /** Whether a Table without rows has `null` for them, as where servers have no columns of their own for a resource. */
  readonly nullRows: boolean;
  /** Whether items of lists have kind and apiVersion. */
  readonly keepsKinds: boolean;
}

/**
 * One object in the view that was asked for. A view for lists is refused whatever else was offered: with 406, for custom
 * resources with 500.
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

/** A list in the view that was asked for. The view for single objects is 406, whatever else was offered. */
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
 * The object of an event in the view that was asked for: the columns of a Table are told once. Undefined for what cannot
 * be shown at all, where real servers fall silent and close.
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

/** The mark behind an initial state must not be lost, whatever is left out. */
function isMark({ metadata }: KubeObject): boolean {
  return metadata.annotations?.[endOfInitialEvents] === 'true';
}

/** Whole lists of custom resources have an empty `continue`, Tables and metadata of them have none. */
function withoutEmptyContinue(metadata: ListMeta): ListMeta {
  return { ...metadata, continue: metadata.continue === '' ? undefined : metadata.continue };
}

function metadataOf({ metadata }: KubeObject, apiVersion: string): KubeObject {
  return { kind: 'PartialObjectMetadata', apiVersion, metadata };
}

function withoutKind({ kind: _kind, apiVersion: _apiVersion, ...rest }: KubeObject): object {
  return rest;
}

import type { KubeList, KubeObject, ListMeta } from '../../model/kube-object.js';
import { notAcceptable } from '../http/refusal.js';
import type { Column } from './column.js';
import type { View } from './view.js';

/** What a Table is made with. */
export interface TableContext {
  readonly columns: readonly Column[];
  readonly now: Date;
}

/** One object in the view that was asked for. A view for lists is 406, whatever else was offered. */
export function presentObject(object: KubeObject, view: View, context: TableContext): object {
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
      throw notAcceptable(
        `you requested PartialObjectMetadataList, but the requested object is not a list (${object.kind})`,
      );
  }
}

/** A list in the view that was asked for. The view for single objects is 406, whatever else was offered. */
export function presentList(list: KubeList, view: View, context: TableContext, keepsKinds: boolean): object {
  switch (view.as) {
    case 'Whole':
      return keepsKinds ? list : { ...list, items: list.items.map(withoutKind) };
    case 'Table':
      return tableOf(list.items, list.metadata, view, context);
    case 'PartialObjectMetadataList':
      return {
        kind: view.as,
        apiVersion: view.apiVersion,
        metadata: list.metadata,
        items: list.items.map((item) => metadataOf(item, view.apiVersion)),
      };
    case 'PartialObjectMetadata':
      throw notAcceptable(`you requested PartialObjectMetadata, but the requested object is a list (${list.kind})`);
  }
}

function tableOf(
  objects: readonly KubeObject[],
  metadata: ListMeta,
  { apiVersion, include }: Extract<View, { as: 'Table' }>,
  { columns, now }: TableContext,
): object {
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
    rows: objects.map((object) => ({
      cells: columns.map(({ cell }) => cell(object, now)),
      object: include === 'None' ? null : include === 'Object' ? object : metadataOf(object, apiVersion),
    })),
  };
}

function metadataOf({ metadata }: KubeObject, apiVersion: string): KubeObject {
  return { kind: 'PartialObjectMetadata', apiVersion, metadata };
}

function withoutKind({ kind: _kind, apiVersion: _apiVersion, ...rest }: KubeObject): object {
  return rest;
}

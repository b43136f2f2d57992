import type { PartialObjectMetadata, Table, TableColumn } from '../../index.js';
import { isRecord } from '../is-record.js';

const columns: readonly TableColumn[] = [
  column('Name', 0, 'name'),
  column('Created', 0),
  column('Labels', 0),
  column('Owners', 1),
  column('Finalizers', 1),
];

/** Builds the table for `--metadata` from metadata alone; `-o wide` shows all of its columns. */
export function metadataTable(objects: readonly PartialObjectMetadata[]): Table {
  return {
    apiVersion: 'meta.k8s.io/v1',
    kind: 'Table',
    metadata: {},
    columnDefinitions: [...columns],
    rows: objects.map((object) => {
      const { name, creationTimestamp, labels = {}, ownerReferences = [], finalizers = [] } = object.metadata;
      const owners = ownerReferences.filter(isRecord).map((owner) => `${owner.kind}/${owner.name}`);
      const pairs = Object.entries(labels).map(([key, value]) => `${key}=${value}`);
      return { cells: [name, creationTimestamp, listed(pairs), listed(owners), listed(finalizers)], object };
    }),
  };
}

function column(name: string, priority: number, format = ''): TableColumn {
  return { name, type: 'string', format, description: '', priority };
}

/** Joins words with commas; `<none>` if there are none. */
function listed(words: readonly string[]): string {
  return words.length === 0 ? '<none>' : words.join(',');
}

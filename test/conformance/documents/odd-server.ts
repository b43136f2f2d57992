import type { Server, ServerResource } from './server.js';

const widgets: ServerResource = { plural: 'widgets', singular: 'widget', kind: 'Widget', shortNames: ['w'] };

/** Each oddity once, by itself, so that a difference has one cause. */
export const oddServer: Server = {
  groups: [
    {
      name: '',
      versions: [
        {
          version: 'v1',
          resources: [
            { plural: 'pods', singular: 'pod', kind: 'Pod', shortNames: ['po'], categories: ['all'] },
            { plural: 'endpoints', kind: 'Endpoints', shortNames: ['ep'] },
            { plural: 'statuses', kind: 'Status' },
            { plural: 'keys', singular: 'key', kind: 'Key', shortNames: ['k'] },
            { plural: 'parents', subresources: ['scale'] },
          ],
        },
      ],
    },
    { name: 'apps', versions: [{ version: 'v1', resources: [widgets] }] },
    { name: 'apps.example.com', versions: [{ version: 'v1', resources: [widgets] }] },
    { name: 'app', versions: [{ version: 'v1', resources: [{ plural: 'gadgets', kind: 'Gadget' }] }] },
    { name: 'v1', versions: [{ version: 'v1', resources: [{ plural: 'pods', singular: 'pod', kind: 'Pod' }] }] },
    {
      // Two resources of one kind, and the plural of one that is the singular of the other.
      name: 'kinds.example.com',
      versions: [
        {
          version: 'v1',
          resources: [
            { plural: 'reviews', singular: 'review', kind: 'Review', shortNames: ['rv'] },
            { plural: 'localreviews', singular: 'localreview', kind: 'Review', scope: 'Cluster' },
            { plural: 'data', singular: 'datum', kind: 'Datum' },
            { plural: 'datasets', singular: 'data', kind: 'Dataset' },
            { plural: 'lefts', singular: 'side', kind: 'Left' },
            { plural: 'rights', singular: 'side', kind: 'Right' },
            { plural: 'boxes', singular: 'crate', kind: 'Box' },
            { plural: 'smallboxes', singular: 'smallbox', kind: 'box' },
            { plural: 'Capitals', singular: 'capital', kind: 'Capital', shortNames: ['cap'] },
            { plural: 'playlists', singular: 'playlist', kind: 'PlayList' },
          ],
        },
      ],
    },
    {
      // The same names under another rank: not kube-like versions, the preferred one stale.
      name: 'versions.example.com',
      versions: [
        { version: 'v3', stale: true, resources: [widgets] },
        { version: 'dev', resources: [widgets, { plural: 'drafts', kind: 'Draft', shortNames: ['dr'] }] },
        { version: 'v1', resources: [widgets, { plural: 'drafts', kind: 'Draft' }] },
        { version: 'v2', resources: [{ ...widgets, kind: 'NewWidget', shortNames: ['nw', 'po'] }] },
      ],
    },
    { name: 'gone.example.com', versions: [{ version: 'v1', stale: true, resources: [] }] },
    { name: 'empty.example.com', versions: [{ version: 'v1', resources: [] }] },
    {
      name: 'categories.example.com',
      versions: [
        {
          version: 'v1',
          resources: [
            { plural: 'firsts', kind: 'First', categories: ['all', 'pods', 'w'] },
            { plural: 'seconds', kind: 'Second', categories: ['seconds', 'Mixed'], shortNames: ['all'] },
          ],
        },
      ],
    },
    {
      name: 'objects.example.com',
      versions: [
        {
          version: 'v1',
          resources: ['__proto__', 'constructor', 'toString'].map((name) => ({ plural: name, kind: `K${name}` })),
        },
      ],
    },
  ],
};

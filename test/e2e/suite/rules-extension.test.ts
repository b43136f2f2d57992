import { afterAll, expect, inject, it } from 'vitest';
import { createRules } from '../../../src/admission/index.js';
import { closeClients, connect } from '../harness/connect.js';
import type { ExtensionGroup } from '../harness/extension-server.js';
import { serveExtension } from '../harness/serve-extension.js';

const server = inject('server');
const stamp = Date.now();
const name = `rules-extension-${stamp}`;
const [old, young] = [`old.rules-${stamp}.example.org`, `young.rules-${stamp}.example.org`] as const;
const verbs = ['create', 'delete', 'get', 'list', 'update'];
const groups: readonly ExtensionGroup[] = [
  { group: old, version: 'v1', resources: [{ plural: 'gadgets', kind: 'Gadget', verbs, internalID: 'one' }] },
  {
    group: young,
    version: 'v2',
    resources: [
      { plural: 'gadgets', kind: 'Gadget', verbs, internalID: 'one' },
      { plural: 'contraptions', kind: 'Contraption', verbs, internalID: 'one' },
      { plural: 'gizmos', kind: 'Gizmo', verbs, internalID: 'two' },
    ],
  },
];
const configuration = {
  apiVersion: 'admissionregistration.k8s.io/v1',
  kind: 'MutatingWebhookConfiguration',
  metadata: { name },
  webhooks: [
    {
      name: 'guard.example.org',
      rules: [{ apiGroups: [old], apiVersions: ['v1'], resources: ['gadgets'], operations: ['CREATE', 'UPDATE'] }],
    },
  ],
};
serveExtension(server, name, groups);

afterAll(closeClients);

it.each(server.formats)('a set in two groups of an extension server is missed under Equivalent: %s', async (format) => {
  const client = connect(server, { token: server.tokens.admin, discovery: { formats: [format] } });
  const { findings, remote, configuration: completed } = await createRules(client).expand(configuration);
  const sameAs = { group: old, version: 'v1', resource: 'gadgets' };
  const known = { sameAs, reason: 'unknown to the server', evidence: ['internalID'], operations: ['CREATE', 'UPDATE'] };
  expect(findings).toMatchObject([
    {
      matchPolicy: 'Equivalent',
      covered: [],
      missed: [
        { group: young, version: 'v2', resource: 'contraptions', ...known },
        { group: young, version: 'v2', resource: 'gadgets', ...known },
      ],
    },
  ]);
  expect(remote?.filter(({ group }) => group === old || group === young)).toHaveLength(2);
  expect(completed.webhooks[0]?.rules.slice(1)).toEqual([
    {
      apiGroups: [young],
      apiVersions: ['v2'],
      resources: ['contraptions', 'gadgets'],
      operations: ['CREATE', 'UPDATE'],
    },
  ]);
});

it('who may not read the APIServices is told so', async () => {
  const reader = connect(server, { token: server.tokens.reader });
  const { remote, remoteProblem, complete } = await createRules(reader).expand(configuration);
  expect([remote, complete]).toEqual([undefined, false]);
  expect(remoteProblem).toContain('403 Forbidden');
});

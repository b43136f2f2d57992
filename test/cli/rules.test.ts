import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { captured } from '../fixtures/captured.js';
import { cli, lines, server, type Outcome } from './support.js';

const webhook = (matchPolicy: string, resource = 'events'): string => `
apiVersion: admissionregistration.k8s.io/v1
kind: ValidatingWebhookConfiguration
metadata: { name: guard }
webhooks:
- name: guard.example.org
  matchPolicy: ${matchPolicy}
  future: kept
  rules:
  - { apiGroups: [''], apiVersions: [v1], resources: [${resource}], operations: [CREATE] }
`;
const service = 'apiVersion: v1\nkind: Service\nmetadata: { name: guard }\n';

/** Runs `rules check -` with this text on standard input. */
function check(text: string, flags = ''): Promise<Outcome> {
  const api = server({ documents: captured('kube-1.36-legacy') });
  const readInput = (file: string): Promise<string> => Promise.resolve(file === '-' ? text : `no ${file}`);
  return cli(api, `rules check - ${flags}`.trim(), { readInput });
}

const unread = /^warning: discovery could not read custom\.metrics\.k8s\.io\/v1beta1 .*\n$/;

describe('rules check', () => {
  it('prints what is missed, and ends with 1', async () => {
    const { code, stdout, stderr } = await check(webhook('Exact'));
    expect(code).toBe(1);
    expect(stdout).toBe(
      lines`
        ValidatingWebhookConfiguration/guard: 1 endpoint is missed
        RULE                                       STATE    ENDPOINT                  SAME AS      WHY
        webhooks[0].rules[0] (guard.example.org)   MISSED   events.v1.events.k8s.io   events.v1.   matchPolicy is Exact
      `,
    );
    expect(stderr).toMatch(unread);
  });

  it('prints what the server covers, and ends with 0', async () => {
    const { code, stdout } = await check(webhook('Equivalent'));
    expect(code).toBe(0);
    expect(stdout).toContain('guard: nothing is missed\n');
    expect(stdout).toMatch(/covered +events\.v1\.events\.k8s\.io +events\.v1\. +matchPolicy is Equivalent\n/);
  });

  it('prints what is not known, and what has no effect', async () => {
    const { stdout } = await check(`${webhook('Exact')}---${webhook('Exact', 'dachshunds')}`, '--evidence catalog');
    const { stdout: aggregated } = await cli(server(), 'rules check - --evidence catalog', {
      readInput: async () => webhook('Exact'),
    });
    expect(stdout).toMatch(/no effect +it matches nothing that is served\n$/);
    expect(aggregated).toMatch(/unknown +events\.v1\.events\.k8s\.io +check it manually\n$/);
  });

  it.each(['yaml', 'json'])('-o %s prints the completed configuration alone', async (format) => {
    const { code, stdout } = await check(webhook('Exact'), `-o ${format}`);
    expect(code).toBe(1);
    const [document] = parseAllDocuments(stdout);
    expect((document as { toJS: () => unknown }).toJS()).toMatchObject({
      kind: 'ValidatingWebhookConfiguration',
      webhooks: [
        { future: 'kept', rules: [{ apiGroups: [''] }, { apiGroups: ['events.k8s.io'], operations: ['CREATE'] }] },
      ],
    });
  });

  it('takes several documents and lists, and keeps those that it does not look at', async () => {
    const list = JSON.stringify({ apiVersion: 'v1', kind: 'List', items: [{ apiVersion: 'v1', kind: 'Secret' }] });
    const { code, stdout } = await check(`${service}---\n---${webhook('Exact')}---\n${list}`, '-o json');
    expect(code).toBe(1);
    const { items } = JSON.parse(stdout) as { items: { kind: string }[] };
    expect(items.map(({ kind }) => kind)).toEqual(['Service', 'ValidatingWebhookConfiguration', 'Secret']);
  });

  it.each([
    ['no YAML', 'a: [', /"standard input", line 1, column 5: it cannot be read as YAML/],
    ['nothing', '', /contains no webhook or policy configuration/],
    ['other objects', service, /contains no webhook or policy configuration/],
    ['a word', `x\n---${webhook('Exact')}`, /standard input, line 1: this is not an object/],
    ['wrong rules', webhook('Fuzzy'), /webhooks\[0\]\.matchPolicy must be Exact or Equivalent/],
    ['a misspelt kind', webhook('Exact').replace('Configuration', 'Config'), /"ValidatingWebhookConfig"/],
    [
      'aliases of aliases',
      `a: &a [x,x,x,x,x,x,x,x,x]\nb: &b [${'*a,'.repeat(200)}]\nc: [${'*b,'.repeat(200)}]`,
      /too many aliases/,
    ],
    ...['[', '}', '*a ', '- '].map((text): [string, string, RegExp] => [
      `1.9 MB of ${text}`,
      text.repeat(1_900_000 / text.length),
      /"standard input", line 1, column \d+: (?:nested|too many aliases|it cannot be read as YAML)/,
    ]),
  ])('ends with 2 for %s', async (_what, text, message) => {
    const { code, stdout, stderr } = await check(text);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toMatch(message);
    expect(stderr.split('\n')).toHaveLength(2);
  });

  it('says when the APIServices may not be read', async () => {
    const api = server({ documents: captured('kube-1.36-legacy') });
    api.fail('/apis/apiregistration.k8s.io/v1/apiservices', { status: 403, body: { kind: 'Status', code: 403 } });
    const { code, stderr } = await cli(api, 'rules check -', { readInput: async () => webhook('Equivalent') });
    expect(code).toBe(0);
    expect(stderr).toMatch(/warning: the groups of other servers are unknown.*403/);
  });

  it('reads a file, and ends with 2 when there is none', async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'kubeatlas-rules-'));
    onTestFinished(() => {
      rmSync(folder, { recursive: true });
    });
    const file = path.join(folder, 'webhook.yaml');
    writeFileSync(file, webhook('Equivalent'));
    expect((await cli(server(), ['rules', 'check', file])).code).toBe(0);
    const { code, stderr } = await cli(server(), ['rules', 'check', path.join(folder, 'none.yaml')]);
    expect(code).toBe(2);
    expect(stderr).toContain('cannot be read: ENOENT');
  });
});

import { describe, expect, it } from 'vitest';
import { drawAliases } from '../../src/cli/commands/aliases-graph.js';
import type { EquivalenceClass } from '../../src/identity/index.js';
import type { ResourceEntry } from '../../src/index.js';
import { captured } from '../fixtures/captured.js';
import { endpoint } from '../identity/catalogs.js';
import { cli, lines, server } from './support.js';

const documents = captured('kube-1.36-legacy');

describe('aliases --graph', () => {
  it('dot draws sets as boxes, evidence as lines', async () => {
    const { code, stdout } = await cli(server({ documents }), 'aliases events --graph dot');
    expect(code).toBe(0);
    expect(stdout).toBe(lines`
      graph aliases {
        rankdir=LR;
        node [shape=box];
        subgraph cluster_1 {
          label="set 1";
          n1 [label="events.v1."];
          n2 [label="events.v1.events.k8s.io"];
        }
        n1 -- n2 [label="storageVersionHash"];
      }
    `);
  });

  it('mermaid draws what is not known with broken lines', async () => {
    const { stdout } = await cli(server({ documents }), 'aliases events --evidence catalog --graph mermaid');
    expect(stdout).toBe(lines`
      graph LR
        subgraph set1["set 1"]
          n1["events.v1."]
        end
        n2["events.v1.events.k8s.io"]
        doubt1{{"unknown"}}
        n1 -.- doubt1
        n2 -.- doubt1
        n1 -.-|"documented cohabitation"| n2
    `);
  });

  it('without a name draws all sets of more than one endpoint, and all doubts', async () => {
    const { stdout } = await cli(server({ documents }), 'aliases --evidence catalog --graph dot');
    expect(stdout.match(/subgraph cluster/g)).toHaveLength(3);
    expect(stdout.match(/doubt\d+ \[label="unknown", shape=plaintext\];/g)).toHaveLength(3);
  });

  it.each(['svg', ''])('refuses %j', async (format) => {
    const { code, stderr } = await cli(server(), ['aliases', '--graph', format]);
    expect(code).toBe(2);
    expect(stderr).toContain('dot, mermaid');
  });

  it('is not for -o json', async () => {
    expect((await cli(server(), 'aliases --graph dot -o json')).code).toBe(2);
  });
});

describe('names of a server', () => {
  const hostile = ['a"];x', 'b\\', 'c\u001b[31m\r\nd', '<script>', '#35;', '`md`', '__proto__'];
  const entries: readonly ResourceEntry[] = hostile.map((resource) => endpoint('x.v1.g', { resource }));
  const set: EquivalenceClass = { endpoints: entries, evidence: [] };

  it('cannot end a label of DOT', () => {
    const labels = [
      ...drawAliases({ sets: [set], unsettled: [] }, 'dot').matchAll(/^ +n\d \[label="((?:[^"\\]|\\.)*)"\];$/gm),
    ];
    expect(labels.map(([, label]) => label)).toEqual([
      String.raw`a\"];x.v1.g`,
      String.raw`b\\.v1.g`,
      String.raw`c\\u001b[31m d.v1.g`,
      '<script>.v1.g',
      '#35;.v1.g',
      '`md`.v1.g',
      '__proto__.v1.g',
    ]);
  });

  it('cannot end a label of Mermaid, nor be read as HTML, Markdown or a number of a character', () => {
    const labels = [...drawAliases({ sets: [set], unsettled: [] }, 'mermaid').matchAll(/^ +n\d\["([^"<>&`\\]*)"\]$/gm)];
    expect(labels.map(([, label]) => label)).toEqual([
      'a#34;];x.v1.g',
      'b#92;.v1.g',
      'c#92;u001b[31m d.v1.g',
      '#60;script#62;.v1.g',
      '#35;35;.v1.g',
      '#96;md#96;.v1.g',
      '__proto__.v1.g',
    ]);
  });

  it('that look alike when run together are two nodes', () => {
    const [one, other] = [endpoint('a.b.c'), endpoint('x.v1.g', { resource: 'a', version: 'b.c', group: '' })];
    const picture = drawAliases({ sets: [{ endpoints: [one, other], evidence: [] }], unsettled: [] }, 'dot');
    expect(picture.match(/^ +n\d /gm)).toHaveLength(2);
  });
});

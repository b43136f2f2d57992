import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { keyOf, namesIn, sourceNames, type RecordedSources } from '../fixtures/kubernetes-sources.js';

const file = new URL('../fixtures/kubernetes-sources.json', import.meta.url);
const recorded = JSON.parse(readFileSync(file, 'utf8')) as RecordedSources;

describe('what the rules of the fake server were read from', () => {
  it('was found in Kubernetes and recorded: npm run suite -- sources --write', () => {
    const keys = sourceNames().map(keyOf);
    expect(keys.length).toBeGreaterThan(150);
    expect(Object.keys(recorded.hashes).sort()).toEqual(keys);
  });

  it('names each function by itself, of any module', () => {
    expect(namesIn('a/b.go F, T.M; c/v1 K of k8s.io/api: +default="x"').map(keyOf)).toEqual([
      'k8s.io/kubernetes/a/b.go F',
      'k8s.io/kubernetes/a/b.go T.M',
      'k8s.io/api/c/v1 K',
    ]);
  });

  it.each(['a/b.go', 'a/b.go, of kube-aggregator', 'a/b.go F and those of others', 'F', 'a/b.go F and G'])(
    'is not described in words: %s',
    (source) => {
      expect(() => namesIn(source)).toThrow('names no function');
    },
  );
});

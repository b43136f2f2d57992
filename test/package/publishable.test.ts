import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { changesIn, dated, unpublishable } from './publishable.js';

const whole = {
  version: '0.2.0',
  repository: { type: 'git', url: 'git+https://git.example.org/kubeatlas.git' },
  homepage: 'https://example.org/kubeatlas#readme',
  bugs: { url: 'https://git.example.org/kubeatlas/issues' },
};
const changelog = '# Changelog\n\n## 0.2.0 (2026-12-01)\n';

describe('a package', () => {
  it('can be published when its page can link to what it comes from', () => {
    expect(unpublishable(whole, changelog)).toEqual([]);
    expect(unpublishable({ ...whole, bugs: whole.bugs.url }, changelog)).toEqual([]);
  });

  it.each([
    ['repository', undefined, 'package.json has no repository.url: npm pkg set repository.url=https://…'],
    ['repository', { type: 'git' }, 'package.json has no repository.url: npm pkg set repository.url=https://…'],
    ['homepage', '', 'package.json has no homepage: npm pkg set homepage=https://…'],
    ['bugs', { email: 'us@example.org' }, 'package.json has no bugs.url: npm pkg set bugs.url=https://…'],
    ['version', '0.3.0', 'CHANGELOG.md has no section for 0.3.0.'],
  ])('cannot with %s: %j', (field, value, problem) => {
    expect(unpublishable({ ...whole, [field]: value }, changelog)).toEqual([problem]);
  });

  it('cannot while its changelog says that it was not', () => {
    expect(unpublishable(whole, '## 0.2.0 (not yet released)\n')).toEqual([
      'CHANGELOG.md does not say when 0.2.0 was published.',
    ]);
  });

  it('gets its date where its changelog says that it is unreleased', () => {
    const now = new Date('2026-12-01T23:00:00Z');
    const unreleased = '# Changelog\n\n## Unreleased\n\n- One thing\n';
    expect(unpublishable(whole, unreleased)).toEqual(['CHANGELOG.md has no section for 0.2.0.']);
    expect(dated(unreleased, '0.2.0', now)).toBe('# Changelog\n\n## 0.2.0 (2026-12-01)\n\n- One thing\n');
    expect(unpublishable(whole, dated(unreleased, '0.2.0', now))).toEqual([]);
    expect(dated(changelog, '0.2.0', new Date(0))).toBe(changelog);
  });

  it('cannot be published from a tree with changes, which are named', () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'kubeatlas-release-'));
    onTestFinished(() => {
      rmSync(folder, { recursive: true, force: true });
    });
    execFileSync('git', ['init', '--quiet'], { cwd: folder });
    expect(changesIn(folder)).toEqual([]);
    writeFileSync(path.join(folder, 'new.ts'), '');
    expect(changesIn(folder)).toEqual(['There are changes that are not committed:\n?? new.ts']);
  });
});

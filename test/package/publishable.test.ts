import { describe, expect, it } from 'vitest';
import { unpublishable } from './publishable.js';

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
});

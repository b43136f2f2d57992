import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';

/**
 * What keeps a package from being published, a sentence each. Without `repository` the links of the README lead nowhere
 * on the package page, and npm attests no provenance.
 */
export function unpublishable(manifest: Readonly<Record<string, unknown>>, changelog: string): string[] {
  const addresses = {
    'repository.url': innerOf(manifest['repository'], 'url'),
    homepage: manifest['homepage'],
    'bugs.url': innerOf(manifest['bugs'], 'url'),
  };
  const problems = Object.entries(addresses).flatMap(([name, address]) =>
    typeof address === 'string' && /^(git\+)?https:\/\/[^/]+\/.+/.test(address)
      ? []
      : [`package.json has no ${name}: npm pkg set ${name}=https://…`],
  );
  const version = String(manifest['version']);
  const heading = changelog.split('\n').find((line) => line.startsWith(`## ${version}`));
  if (heading === undefined) problems.push(`CHANGELOG.md has no section for ${version}.`);
  else if (!/\d{4}-\d\d-\d\d/.test(heading)) problems.push(`CHANGELOG.md does not say when ${version} was published.`);
  return problems;
}

/** The changelog with a version and its date in the place of its unreleased section; the same if it has none. */
export function dated(changelog: string, version: string, date: Date): string {
  return changelog.replace(/^## Unreleased$/m, `## ${version} (${date.toISOString().slice(0, 10)})`);
}

/** A sentence if git knows of changes that are not committed: what is published has to be what a tag shows. */
export function changesIn(folder: string): string[] {
  const changes = execFileSync('git', ['status', '--porcelain'], { cwd: folder, encoding: 'utf8' });
  return changes === '' ? [] : [`There are changes that are not committed:\n${changes.trimEnd()}`];
}

function innerOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : value;
}

/** `npm publish` runs this file first. */
if (process.argv[1] === import.meta.filename) {
  const project = path.resolve(import.meta.dirname, '../..');
  const read = (name: string): string => readFileSync(path.join(project, name), 'utf8');
  const manifest = JSON.parse(read('package.json')) as Record<string, unknown>;
  const problems = [...changesIn(project), ...unpublishable(manifest, read('CHANGELOG.md'))];
  for (const problem of problems) process.stderr.write(`${problem}\n`);
  if (problems.length > 0) process.exitCode = 1;
}

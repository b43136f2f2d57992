/**
 * Makes a release ready: `npm run release` refuses what `npm publish` would refuse, and a tree with changes, and then gives the
 * unreleased section of the changelog the version and today's date. Commit and tag what it wrote, and publish from a CI.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { changesIn, dated, unpublishable } from './publishable.js';

const project = path.resolve(import.meta.dirname, '../..');
const file = path.join(project, 'CHANGELOG.md');
const manifest = JSON.parse(readFileSync(path.join(project, 'package.json'), 'utf8')) as { readonly version: string };
const changelog = dated(readFileSync(file, 'utf8'), manifest.version, new Date());
const problems = [...changesIn(project), ...unpublishable({ ...manifest }, changelog)];
if (problems.length > 0) {
  process.stderr.write(`${problems.join('\n')}\n`);
  process.exitCode = 1;
} else {
  writeFileSync(file, changelog);
  process.stdout.write(
    `CHANGELOG.md has ${manifest.version}: commit it as it is, and tag the commit v${manifest.version}.\n`,
  );
}

import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { project } from './public-api.js';

const folders = ['.', 'docs', 'docs/guides', 'docs/api', 'docs/decisions'];
const pages = folders.flatMap((folder) =>
  readdirSync(path.join(project, folder))
    .filter((name) => name.endsWith('.md'))
    .map((name) => path.join(folder, name)),
);

const textOf = (page: string): string => readFileSync(path.join(project, page), 'utf8');

/** Without code, in which brackets are no links. */
const prose = (text: string): string => text.replaceAll(/^```[\s\S]*?^```$/gm, '').replaceAll(/`[^`\n]*`/g, '`');

/** The anchors of a page, as GitHub makes them: the second heading of one name gets `-1`. */
function anchorsOf(page: string): ReadonlySet<string> {
  const seen = new Map<string, number>();
  const headings = [
    ...textOf(page)
      .replaceAll(/^```[\s\S]*?^```$/gm, '')
      .matchAll(/^#+ (.*)$/gm),
  ];
  const anchors = headings.map(([, title = '']) => {
    const words = title.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1').toLowerCase();
    const anchor = words.replaceAll(/[^\p{L}\p{N}_\- ]/gu, '').replaceAll(' ', '-');
    const count = seen.get(anchor) ?? 0;
    seen.set(anchor, count + 1);
    return count === 0 ? anchor : `${anchor}-${count}`;
  });
  const named = [...textOf(page).matchAll(/<a (?:id|name)="([^"]+)"/g)].map(([, name = '']) => name);
  return new Set([...anchors, ...named]);
}

/** What is wrong with a link of a page to a file or a heading of the project. */
function problemOf(page: string, target: string): string | undefined {
  const [file = '', anchor] = target.split('#');
  const place = file === '' ? page : path.join(path.dirname(page), decodeURIComponent(file));
  if (!existsSync(path.join(project, place))) return `${page}: ${target} is no file`;
  if (anchor === undefined || statSync(path.join(project, place)).isDirectory()) return undefined;
  return anchorsOf(place).has(anchor) ? undefined : `${page}: ${target} is no heading`;
}

it('every link of the documentation leads to a file and a heading that are there', () => {
  const links = pages.flatMap((page) =>
    [...prose(textOf(page)).matchAll(/\]\(([^)\s]+)\)|(?:src|srcset)="([^"]+)"/g)]
      .map(([, link, picture]) => link ?? picture ?? '')
      .filter((target) => !/^(?:[a-z]+:|\/\/)/.test(target))
      .map((target) => problemOf(page, target)),
  );
  expect(links.length).toBeGreaterThan(500);
  expect(links.filter((each) => each !== undefined)).toEqual([]);
});

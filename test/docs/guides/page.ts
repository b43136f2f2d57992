import { readFileSync } from 'node:fs';
import path from 'node:path';

/** One fence of a guide. */
export interface Fence {
  /** `page.md#Heading`, and `2` behind it for the second fence below a heading. */
  readonly name: string;
  readonly language: string;
  readonly code: string;
  /** What the page says that it prints: the fence in `text` behind it. */
  readonly printed: string | undefined;
}

export const project = path.resolve(import.meta.dirname, '../..');

/** The fences of a page in `docs/guides`, in order; those in `text` are part of the one before. */
export function fencesOf(page: string): readonly Fence[] {
  const text = readFileSync(path.join(project, 'docs/guides', page), 'utf8');
  const fences: Fence[] = [];
  const counts = new Map<string, number>();
  let place = page;
  for (const [, language, code = '', heading] of text.matchAll(/^```(\w*)\n([\s\S]*?)^```$|^#{1,3} (.*)$/gm)) {
    if (heading !== undefined) place = `${page}#${heading}`;
    if (language === undefined) continue;
    const last = fences.at(-1);
    if (language === 'text') {
      if (last === undefined || last.printed !== undefined) throw new Error(`${page}: whose output is ${code}`);
      fences[fences.length - 1] = { ...last, printed: code };
      continue;
    }
    const count = (counts.get(place) ?? 0) + 1;
    counts.set(place, count);
    fences.push({ name: count === 1 ? place : `${place} ${count}`, language, code, printed: undefined });
  }
  return fences;
}

import { stagehands } from '../docstring-examples.js';
import type { Page } from './pages.js';

/**
 * A page as typedoc wrote it, with a title for people, and without the anchors that it gives to each row of a table: their
 * numbers change with every row that is added before them.
 */
export function tidied(page: Page, text: string): string {
  const headings = [...text.matchAll(/^#+ (\w+)/gm)].map(([, name = '']) => name.toLowerCase());
  const body = text
    // It also counts what stands on other pages.
    .replace(/\(#(\w+)-1\)/g, (link, name: string) => {
      return headings.filter((each) => each === name).length > 1 ? link : `(#${name})`;
    })
    .replace(/<a id="[^"]*"><\/a> /g, '')
    .replace(/\[((?:[^[\]]|\[[^\]]*\])*)\]\([^()]*#(?:property|type-parameter)-[^()]*\)/g, '$1')
    .replace(/^#+ (?:Inherited from|Overrides|Implementation of)\n\n.*\n\n?/gm, '')
    .replace(/[ \t]+$/gm, '')
    .trim();
  return `# ${titleOf(page)}\n\nExports of \`${page.entry}\`.\n\n${body}\n`;
}

function titleOf({ heading, entry }: Page): string {
  return heading ?? entry;
}

/** The page that names all others. */
export function contents(all: readonly Page[]): string {
  const lines = all.map((page) => `| [${titleOf(page)}](${page.name}.md) | \`${page.entry}\` |`);
  const assumed = Object.entries(stagehands).map(([name, type]) => {
    return `\`${name}\` (${type.replace(/import\('[^']*'\)\./g, '')})`;
  });
  return `# API reference

Made of the docstrings by \`npm run docs\`; do not edit these pages.

Examples omit the imports from this package and use these without declaring them: ${assumed.join(', ')}.

| Page | Imported from |
| ---- | ------------- |
${lines.join('\n')}
`;
}

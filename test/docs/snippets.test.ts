import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';
import { expect, it } from 'vitest';
import { callTables, cellsBelow, namesOf } from './guides/page.js';

const project = path.resolve(import.meta.dirname, '../..');
const pages = [
  'README.md',
  ...['docs', 'docs/guides'].flatMap((folder) =>
    readdirSync(path.join(project, folder)).map((name) => `${folder}/${name}`),
  ),
].filter((name) => name.endsWith('.md'));

/** The types of packages that guides speak of, and that this one does not depend on. */
const standIns = {
  react: ['./test/docs/guides/stand-ins/react.ts'],
  vue: ['./test/docs/guides/stand-ins/vue.ts'],
  '@jest/globals': ['./node_modules/vitest/dist/index.d.ts'],
};

/** The TypeScript fences of all pages, each as a file of its own at the top of the project; a first line may name it. */
const snippets = new Map(
  pages.flatMap((page) => {
    const text = readFileSync(path.join(project, page), 'utf8');
    return [...text.matchAll(/```ts\n([\s\S]*?)```/g)].map(([, code = ''], index): [string, string] => {
      const own = /^\/\/ (\S+\.ts)\n/.exec(code)?.[1];
      const name = own ?? `${page.replace(/\W/g, '-')}-${index + 1}.ts`;
      return [path.join(project, name), `export {};\n${code}`];
    });
  }),
);

// The calls in tables, behind the names that they stand behind.
for (const [page, header] of callTables) {
  const calls = cellsBelow(page, header).map(({ code }) => `void (${code});`);
  snippets.set(path.join(project, `${page}-tables.ts`), `export {};\n${namesOf(page)}\n${calls.join('\n')}`);
}

it('every TypeScript example of the documentation compiles against the sources', () => {
  const { config } = ts.readConfigFile(path.join(project, 'tsconfig.json'), (name) => readFileSync(name, 'utf8')) as {
    config: object;
  };
  const parsed = ts.parseJsonConfigFileContent({ ...config, files: [] }, ts.sys, project).options;
  const options = { ...parsed, noUnusedLocals: false, paths: { ...parsed.paths, ...standIns } };
  const host = ts.createCompilerHost(options);
  const readSource = host.getSourceFile.bind(host);
  host.getSourceFile = (name, languageOrOptions, ...rest) => {
    const code = snippets.get(name);
    if (code === undefined) return readSource(name, languageOrOptions, ...rest);
    return ts.createSourceFile(name, code, languageOrOptions, true);
  };
  const isFile = host.fileExists.bind(host);
  host.fileExists = (name) => snippets.has(name) || isFile(name);
  const program = ts.createProgram([...snippets.keys()], options, host);
  const problems = [...snippets.keys()].flatMap((name) => {
    const file = program.getSourceFile(name);
    return [...program.getSyntacticDiagnostics(file), ...program.getSemanticDiagnostics(file)].map(
      ({ messageText }) => `${path.basename(name)}: ${ts.flattenDiagnosticMessageText(messageText, '\n')}`,
    );
  });
  expect(snippets.size).toBeGreaterThan(3);
  expect(problems).toEqual([]);
}, 60_000);

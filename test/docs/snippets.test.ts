import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';
import { expect, it } from 'vitest';

const project = path.resolve(import.meta.dirname, '../..');
const pages = ['README.md', ...readdirSync(path.join(project, 'docs')).map((name) => `docs/${name}`)].filter((name) =>
  name.endsWith('.md'),
);

/** The TypeScript fences of all pages, each as a file of its own at the top of the project. */
const snippets = new Map(
  pages.flatMap((page) => {
    const text = readFileSync(path.join(project, page), 'utf8');
    return [...text.matchAll(/```ts\n([\s\S]*?)```/g)].map(([, code = ''], index): [string, string] => {
      const name = `${page.replace(/\W/g, '-')}-${index + 1}.ts`;
      return [path.join(project, name), `export {};\n${code}`];
    });
  }),
);

it('every TypeScript example of the documentation compiles against the sources', () => {
  const { config } = ts.readConfigFile(path.join(project, 'tsconfig.json'), (name) => readFileSync(name, 'utf8')) as {
    config: object;
  };
  const { options } = ts.parseJsonConfigFileContent({ ...config, files: [] }, ts.sys, project);
  const host = ts.createCompilerHost({ ...options, noUnusedLocals: false });
  const readSource = host.getSourceFile.bind(host);
  host.getSourceFile = (name, ...rest) => {
    const code = snippets.get(name);
    if (code === undefined) return readSource(name, ...rest);
    return ts.createSourceFile(name, code, ts.ScriptTarget.ES2022, true);
  };
  const program = ts.createProgram([...snippets.keys()], { ...options, noUnusedLocals: false }, host);
  const problems = [...snippets.keys()].flatMap((name) => {
    const file = program.getSourceFile(name);
    return [...program.getSyntacticDiagnostics(file), ...program.getSemanticDiagnostics(file)].map(
      ({ messageText }) => `${path.basename(name)}: ${ts.flattenDiagnosticMessageText(messageText, '\n')}`,
    );
  });
  expect(snippets.size).toBeGreaterThan(3);
  expect(problems).toEqual([]);
}, 60_000);

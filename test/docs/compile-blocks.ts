import { readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';

const project = path.resolve(import.meta.dirname, '../..');

/** What the compiler says of blocks, each as a module of its own at the top of the project. */
export function problemsOf(codes: readonly string[]): readonly string[] {
  const modules = new Map(codes.map((code, index) => [path.join(project, `block-${index}.ts`), `export {};\n${code}`]));
  const { config } = ts.readConfigFile(path.join(project, 'tsconfig.json'), (name) => readFileSync(name, 'utf8')) as {
    config: object;
  };
  const parsed = ts.parseJsonConfigFileContent({ ...config, files: [] }, ts.sys, project).options;
  // The request types of client-node do not take undefined under exactOptionalPropertyTypes.
  const options = { ...parsed, noUnusedLocals: false, exactOptionalPropertyTypes: false };
  const host = ts.createCompilerHost(options);
  const readSource = host.getSourceFile.bind(host);
  host.getSourceFile = (name, ...rest) => {
    const code = modules.get(name);
    return code === undefined
      ? readSource(name, ...rest)
      : ts.createSourceFile(name, code, ts.ScriptTarget.ES2022, true);
  };
  const program = ts.createProgram([...modules.keys()], options, host);
  return [...modules.keys()].flatMap((name) => {
    const file = program.getSourceFile(name);
    return [...program.getSyntacticDiagnostics(file), ...program.getSemanticDiagnostics(file)].map(
      ({ messageText }) => `${path.basename(name)}: ${ts.flattenDiagnosticMessageText(messageText, '\n')}`,
    );
  });
}

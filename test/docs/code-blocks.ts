import { format } from 'node:util';
import ts from 'typescript';

/** A fenced block of a page, with the heading that it stands below. */
export interface CodeBlock {
  readonly heading: string;
  readonly code: string;
}

/** What a block may import. */
export type Modules = Readonly<Record<string, object>>;

/** A block that runs, or has run. */
export interface RunningBlock {
  /** A line for each call of the console; those of `console.warn` begin with `! `. */
  readonly printed: readonly string[];
  /** What the block answers with `return`, when it has come to its end. */
  readonly done: Promise<unknown>;
}

const AsyncFunction = (async () => undefined).constructor as new (...parts: string[]) => Body;

type Body = (load: (name: string) => object, console: object) => Promise<unknown>;

/** The TypeScript blocks of a page in Markdown, in their order. */
export function codeBlocks(page: string): readonly CodeBlock[] {
  let heading = '';
  const blocks: CodeBlock[] = [];
  for (const [, title, code] of page.matchAll(/^#+ (.*)$|^```ts\n([\s\S]*?)^```$/gm)) {
    if (title !== undefined) heading = title;
    if (code !== undefined) blocks.push({ heading, code });
  }
  return blocks;
}

/** Runs a block as it stands: its imports come from `modules`, and its console is a list. */
export function runBlock(code: string, modules: Modules): RunningBlock {
  const { outputText } = ts.transpileModule(code, {
    compilerOptions: { target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.ESNext },
  });
  const body = outputText
    .replace(/^import \{([^}]*)\} from '([^']+)';$/gm, (_, names: string, from: string) => {
      return `const {${names.replaceAll(' as ', ': ')}} = load('${from}');`;
    })
    .replace(/^import \* as (\w+) from '([^']+)';$/gm, "const $1 = load('$2');")
    .replace(/^export \{\};$/gm, '');
  const printed: string[] = [];
  const load = (name: string): object => {
    const found = modules[name];
    if (found === undefined) throw new Error(`the block imports ${name}, which its test does not give it`);
    return found;
  };
  const sink = {
    log: (...words: unknown[]) => printed.push(format(...words)),
    warn: (...words: unknown[]) => printed.push(`! ${format(...words)}`),
  };
  return { printed, done: new AsyncFunction('load', 'console', body)(load, sink) };
}

import { InvalidArgumentError } from 'commander';
import { parseJSONPath, type JSONPath } from '../../representations/index.js';
import { UsageError } from '../errors.js';
import type { Session } from '../session.js';
import { readColumnsFile, readColumnsList, type CustomColumn } from '../terminal/custom-columns.js';

const words = ['wide', 'name', 'json', 'yaml', 'kyaml', 'manifest', 'csv'] as const;
const templates = ['jsonpath', 'jsonpath-as-json', 'jsonpath-file', 'custom-columns', 'custom-columns-file'] as const;

type TemplateForm = (typeof templates)[number];

/** The value of `get -o`: a word, or a template with paths. */
export type GetOutput = (typeof words)[number] | TemplateOutput;

/** `jsonpath=…` and similar formats: after the equals sign comes a template, or the name of a file with one. */
export interface TemplateOutput {
  readonly form: TemplateForm;
  readonly text: string;
}

/** How to print objects by paths. */
export type Template =
  | { readonly form: 'jsonpath'; readonly path: JSONPath; readonly json: boolean }
  | { readonly form: 'custom-columns'; readonly columns: readonly CustomColumn[] };

/** What completion offers for `-o`. */
export const offeredOutputs: readonly string[] = [...words, 'jsonpath=', 'custom-columns='];

/** Parses the value of `-o`. */
export function parseOutput(value: string): GetOutput {
  const word = words.find((each) => each === value);
  if (word !== undefined) return word;
  const [, name = '', text] = /^([^=]*)(?:=(.*))?$/s.exec(value) ?? [];
  if (/^(?:go-)?template(?:-?file)?$/.test(name)) {
    throw new InvalidArgumentError(
      'Go templates are not supported: use jsonpath=… or custom-columns=…, or pipe -o json to another program.',
    );
  }
  const form = templates.find((each) => each === name);
  if (form === undefined) {
    throw new InvalidArgumentError(`Allowed choices are ${words.join(', ')}, ${templates.join('=…, ')}=….`);
  }
  if (text === undefined || text === '') {
    const example = form.endsWith('file')
      ? 'FILE'
      : form === 'custom-columns'
        ? 'NAME:.metadata.name'
        : '{.metadata.name}';
    throw new InvalidArgumentError(`It requires a value: ${form}=${example}.`);
  }
  return { form, text };
}

/** Loads the template of `-o`, from its file if it is in one, before anything is sent. */
export async function loadTemplate({ readInput }: Session, { form, text }: TemplateOutput): Promise<Template> {
  switch (form) {
    case 'jsonpath':
    case 'jsonpath-as-json':
      return { form: 'jsonpath', path: orUsage(() => parseJSONPath(text)), json: form === 'jsonpath-as-json' };
    case 'jsonpath-file': {
      const template = await readInput(text);
      return { form: 'jsonpath', path: orUsage(() => parseJSONPath(template)), json: false };
    }
    case 'custom-columns':
      return { form: 'custom-columns', columns: orUsage(() => readColumnsList(text)) };
    case 'custom-columns-file': {
      const template = await readInput(text);
      return { form: 'custom-columns', columns: orUsage(() => readColumnsFile(template)) };
    }
  }
}

/** Turns the error for a path that cannot be parsed into a usage error. */
function orUsage<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw error instanceof UsageError || !(error instanceof Error)
      ? error
      : new UsageError(error.message, { cause: error });
  }
}

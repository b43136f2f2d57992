import { requireKnownOptions } from '../core/shared/arguments.js';
import { goText } from '../core/shared/go-text.js';
import type { Schema } from './document.js';
import type { ExplainedField, ExplainedValue, Explanation } from './explain.js';
import { wrapWords } from './wrap-words.js';

/** Options of {@link formatExplanation}. */
export interface FormatExplanationOptions {
  /** Whether a line shows the default of each field that has one; kubectl prints none. @default false */
  readonly defaults?: boolean | undefined;
}

/** How many values of an enum are shown in a list of fields. */
const mostOfEnum = 4;

/**
 * Prints an explanation as `kubectl explain` does, byte for byte.
 *
 * @throws InvalidArgumentError for invalid options
 * @example
 * const document = await createOpenAPI(client).document('v1');
 * const resource = { group: '', version: 'v1', resource: 'pods' };
 * console.log(formatExplanation(explainField(document, resource, ['spec'])));
 */
export function formatExplanation(explanation: Explanation, options: FormatExplanationOptions = {}): string {
  const { defaults = false } = requireKnownOptions(options, { defaults: true });
  const { kind, field, description, externalDocs, fields, recursive } = explanation;
  let text = kind.group === '' ? '' : `GROUP:      ${kind.group}\n`;
  text += `KIND:       ${kind.kind}\nVERSION:    ${kind.version}\n\n`;
  if (field !== undefined) text += formatSubject(field, defaults);
  text += `DESCRIPTION:\n${indent(4, wrapWords(description || '<empty>', 76))}\n`;
  if (externalDocs !== undefined) text += `\n${formatExternalDocs(externalDocs, 0)}`;
  if (fields.length > 0) text += `FIELDS:\n${formatFields(fields, 1, { isShort: recursive, defaults })}`;
  return `${text}\n`;
}

function formatSubject({ name, type, enum: values, default: fallback }: ExplainedValue, defaults: boolean): string {
  const ofEnum = values === undefined ? '' : ['ENUM:', ...values.map((value) => `\n    ${shown(value)}`)].join('');
  const ofDefault = defaults && fallback !== undefined ? `DEFAULT:\n    ${JSON.stringify(fallback)}\n` : '';
  return `FIELD: ${name} <${type}>\n${ofEnum}\n${ofDefault}\n`;
}

function formatFields(
  fields: readonly ExplainedField[],
  level: number,
  form: { readonly isShort: boolean; readonly defaults: boolean },
): string {
  const amount = level * 2;
  const parts: string[] = [];
  for (const {
    name,
    type,
    required,
    enum: values,
    default: fallback,
    description,
    externalDocs,
    fields: own,
  } of fields) {
    parts.push(`${indent(amount, name)}\t<${type}>${required ? ' -required-' : ''}`);
    if (values !== undefined) {
      const more = values.length > mostOfEnum ? ', ....' : '';
      parts.push(`\n${' '.repeat(amount)}enum: ${values.slice(0, mostOfEnum).map(shown).join(', ')}${more}`);
    }
    if (form.defaults && fallback !== undefined) {
      parts.push(`\n${' '.repeat(amount)}default: ${JSON.stringify(fallback)}`);
    }
    parts.push('\n');
    if (!form.isShort) {
      parts.push(`${indent(amount + 2, wrapWords(description ?? '<no description>', 78 - amount))}\n`);
      if (externalDocs !== undefined) parts.push(`\n${formatExternalDocs(externalDocs, amount + 2)}`);
      parts.push('\n');
    }
    parts.push(formatFields(own, level + 1, form));
  }
  return parts.join('');
}

function formatExternalDocs({ description, url }: NonNullable<Schema['externalDocs']>, amount: number): string {
  let text = `${indent(amount, 'EXTERNAL DOCS:')}\n`;
  const width = amount === 0 ? 76 : 78 - amount;
  if (description !== undefined) text += `${indent(amount === 0 ? 4 : amount + 2, wrapWords(description, width))}\n`;
  if (url !== undefined) text += `${indent(amount === 0 ? 4 : amount + 2, `URL: ${url}`)}\n`;
  return text;
}

/** Formats a value of an enum as in Go's templates. */
function shown(value: unknown): string {
  if (value === '') return '""';
  // Go reads every number as a float64.
  if (typeof value === 'number' && Math.abs(value) >= 1e6) {
    return value.toExponential().replace(/e([-+])(\d)$/, 'e$10$2');
  }
  return value === null ? '<no value>' : goText(value);
}

function indent(amount: number, text: string): string {
  const pad = ' '.repeat(amount);
  return pad + text.replaceAll('\n', `\n${pad}`);
}

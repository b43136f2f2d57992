import { type GroupVersionKind, formatGroupVersionKind } from '../core/model/group-version-kind.js';
import { formatGroupVersion } from '../core/model/group-version.js';
import type { GroupVersionResource } from '../core/model/group-version-resource.js';
import { requireCount, requireKnownOptions } from '../core/shared/arguments.js';
import { isJsonRecord, ownIn } from '../core/shared/json-record.js';
import { type OpenAPIDocument, type Schema, findKind, findSchema, resolveReference } from './document.js';
import { ExplanationTooLargeError, SchemaNotFoundError } from './errors.js';
import { goText } from '../core/shared/go-text.js';

/** Options of {@link explainField}. */
export interface ExplainOptions {
  /** Whether the fields of fields are explained as well, down to the last. @default false */
  readonly recursive?: boolean | undefined;
  /** How many levels of fields are explained, with `recursive`. @default all */
  readonly maxDepth?: number | undefined;
}

/** What a schema says of a kind, or of one of its fields. */
export interface Explanation {
  /** The kind of the resource. */
  readonly kind: GroupVersionKind;
  /** The field that is explained; undefined for the kind itself. */
  readonly field: ExplainedValue | undefined;
  /** The descriptions of the type, one after the other; empty if there is none. */
  readonly description: string;
  /** Where more is said. */
  readonly externalDocs: Schema['externalDocs'];
  /** Its fields, by name. */
  readonly fields: readonly ExplainedField[];
  /** Whether the fields of fields are here. */
  readonly recursive: boolean;
}

/** A field, as its own schema describes it. */
export interface ExplainedValue {
  /** Its name. */
  readonly name: string;
  /** The type as kubectl names it: `string`, `[]Container`, `map[string]Quantity`. */
  readonly type: string;
  /** The only values that are accepted. */
  readonly enum: readonly unknown[] | undefined;
  /** The value that the server sets if there is none. */
  readonly default: unknown;
}

/** A field of a kind or of another field. */
export interface ExplainedField extends ExplainedValue {
  /** Whether the schema requires it. For built-in kinds, that often means only that it is always written. */
  readonly required: boolean;
  /** The description of the field itself, not of its type. */
  readonly description: string | undefined;
  /** Where more is said. */
  readonly externalDocs: Schema['externalDocs'];
  /** Its own fields; empty unless the explanation is recursive. */
  readonly fields: readonly ExplainedField[];
}

/** Visited schemas, and characters of joined descriptions: many times what the largest kinds take. */
const budget = 200_000;

/**
 * Explains a resource or one of its fields from the document of its group-version: the fields that `kubectl explain`
 * shows, in its order, as data. {@link formatExplanation} prints them. To explain a resource of a server by its name,
 * use `createOpenAPI(client).explain`.
 *
 * @param path the names of the fields that lead to the one to explain, such as `['spec', 'containers']`
 * @throws SchemaNotFoundError if the document has no such resource or field; ExplanationTooLargeError for one that has
 *   no end, or visits more than 200,000 schemas; InvalidArgumentError for invalid options
 * @example
 * const document = await createOpenAPI(client).document('apps/v1');
 * const resource = { group: 'apps', version: 'v1', resource: 'deployments' };
 * const { fields } = explainField(document, resource, ['spec'], { recursive: true });
 * console.log(fields.map(({ name, type }) => `${name}: ${type}`));
 * @see https://kubernetes.io/docs/reference/kubectl/generated/kubectl_explain/
 */
export function explainField(
  document: OpenAPIDocument,
  resource: GroupVersionResource,
  path: readonly string[] = [],
  options: ExplainOptions = {},
): Explanation {
  const { recursive = false, maxDepth = Infinity } = requireKnownOptions(options, {
    recursive: true,
    maxDepth: (option, value) => value === Infinity || requireCount(option, value),
  });
  const kind = findKind(document, resource);
  if (kind === undefined) {
    const name = `${formatGroupVersion(resource)}, Resource=${resource.resource}`;
    throw new SchemaNotFoundError(`the OpenAPI document has no resource ${name}`);
  }
  const found = findSchema(document, kind);
  if (found === undefined) {
    throw new SchemaNotFoundError(`the OpenAPI document has no schema of ${formatGroupVersionKind(kind)}`);
  }
  const explanation = createExplain(document, recursive, maxDepth)(found.schema, path, new Set(), undefined);
  if (explanation === undefined) throw new SchemaNotFoundError(`field "${path.at(-1) ?? ''}" does not exist`);
  return { kind, recursive, ...explanation };
}

type Explained = Omit<Explanation, 'kind' | 'recursive'>;

/**
 * The walk of kubectl's template, of the same name there (`pkg/explain/v2/templates/plaintext.tmpl`): a property, then
 * what is in items or in a map, then all of `allOf`. References on the way are remembered, and the second visit ends it.
 */
function createExplain(document: OpenAPIDocument, recursive: boolean, maxDepth: number) {
  let spent = 0;
  const spend = (text = '', depth = 0): void => {
    spent += 1 + text.length;
    const isTooLarge = 'the explanation is too large: its schemas refer to each other too often; use maxDepth';
    if (spent > budget) throw new ExplanationTooLargeError(isTooLarge);
    // kubectl has no such limit: it ends with an overflow.
    if (depth > 1000) throw new ExplanationTooLargeError('the explanation has no end: its schemas refer to themselves');
  };
  const resolve = (schema: Schema): Schema => resolveReference(schema.$ref, document) ?? schema;

  function field(
    schema: Schema,
    path: readonly string[],
    visited: ReadonlySet<string>,
    named: ExplainedValue | undefined,
  ): Explained | undefined {
    spend();
    const resolved = resolve(schema);
    const [first, ...rest] = path;
    if (first === undefined) {
      return {
        field: named,
        description: descriptionOf(resolved, 0),
        externalDocs: externalDocsOf(resolved),
        fields: fieldsOf(resolved, 1, new Set()),
      };
    }
    const { $ref } = schema;
    if ($ref !== undefined && visited.has($ref)) return undefined;
    const next = $ref === undefined ? visited : new Set([...visited, $ref]);
    const property = ownIn(resolved.properties ?? {}, first);
    if (property !== undefined) return field(property, rest, new Set(), valueOf(first, property));
    const inner = itemsOf(resolved) ?? valuesOf(resolved);
    if (inner !== undefined) return field(inner, path, next, named);
    for (const part of resolved.allOf ?? []) {
      const explained = field(part, path, next, named);
      if (explained !== undefined) return explained;
    }
    return undefined;
  }

  function fieldsOf(schema: Schema, level: number, visited: Set<string>): readonly ExplainedField[] {
    spend();
    const { $ref } = schema;
    if ($ref !== undefined && visited.has($ref)) return [];
    if ($ref !== undefined) visited.add($ref);
    const resolved = resolve(schema);
    const { properties = {}, required } = resolved;
    const fields: ExplainedField[] = [];
    for (const name of Object.keys(properties).sort()) {
      const property = properties[name] as Schema;
      fields.push({
        ...valueOf(name, property),
        required: required?.includes(name) === true,
        description: property.description || undefined,
        externalDocs: externalDocsOf(property),
        fields: recursive && level < maxDepth ? fieldsOf(property, level + 1, visited) : [],
      });
    }
    for (const part of partsOf(resolved)) fields.push(...fieldsOf(part, level, visited));
    if ($ref !== undefined) visited.delete($ref);
    return fields;
  }

  function descriptionOf(schema: Schema, depth: number): string {
    spend(schema.description, depth);
    const resolved = resolve(schema);
    const { description = '' } = resolved;
    const others = partsOf(resolved).map((part) => descriptionOf(part, depth + 1));
    return [description === '' ? '' : `${description}\n`, ...others].join('');
  }

  function valueOf(name: string, schema: Schema): ExplainedValue {
    return {
      name,
      type: typeOf(schema, 0),
      enum: schema.enum !== undefined && schema.enum.length > 0 ? schema.enum : undefined,
      default: schema.default,
    };
  }

  function typeOf(schema: Schema, depth: number): string {
    spend('', depth);
    const items = itemsOf(schema);
    if (items !== undefined) return `[]${typeOf(items, depth + 1)}`;
    const values = valuesOf(schema);
    if (values !== undefined) return `map[string]${typeOf(values, depth + 1)}`;
    const { allOf = [], properties = {}, $ref, type } = schema;
    const [only] = allOf;
    if (only !== undefined && allOf.length === 1 && Object.keys(properties).length === 0)
      return typeOf(only, depth + 1);
    if ($ref) {
      const referred = resolveReference($ref, document)?.type;
      if (referred !== undefined && referred !== 'object') return referred;
      return $ref.split('/').at(-1)?.split('.').at(-1) || 'Object';
    }
    return type === undefined || type === 'object' ? 'Object' : type;
  }

  return field;
}

// In kubectl's template, an empty schema counts as none.

function itemsOf({ items }: Schema): Schema | undefined {
  return items !== undefined && Object.keys(items).length > 0 ? items : undefined;
}

function valuesOf({ additionalProperties: values }: Schema): Schema | undefined {
  return typeof values === 'object' && Object.keys(values).length > 0 ? values : undefined;
}

/** All that a schema is made of beside its own fields. */
function partsOf(schema: Schema): readonly Schema[] {
  return [...(schema.allOf ?? []), itemsOf(schema) ?? [], valuesOf(schema) ?? []].flat();
}

function externalDocsOf({ externalDocs: docs }: Schema): Schema['externalDocs'] {
  if (!isJsonRecord(docs)) return undefined;
  const textOf = (value: unknown): string | undefined =>
    typeof value === 'string' && value !== '' ? value : undefined;
  return { description: textOf(docs['description']), url: textOf(docs['url']) };
}

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
  for (const { name, type, required, enum: values, description, externalDocs, ...field } of fields) {
    parts.push(`${indent(amount, name)}\t<${type}>${required ? ' -required-' : ''}`);
    if (values !== undefined) {
      const more = values.length > mostOfEnum ? ', ....' : '';
      parts.push(`\n${' '.repeat(amount)}enum: ${values.slice(0, mostOfEnum).map(shown).join(', ')}${more}`);
    }
    if (form.defaults && field.default !== undefined) {
      parts.push(`\n${' '.repeat(amount)}default: ${JSON.stringify(field.default)}`);
    }
    parts.push('\n');
    if (!form.isShort) {
      parts.push(`${indent(amount + 2, wrapWords(description ?? '<no description>', 78 - amount))}\n`);
      if (externalDocs !== undefined) parts.push(`\n${formatExternalDocs(externalDocs, amount + 2)}`);
      parts.push('\n');
    }
    parts.push(formatFields(field.fields, level + 1, form));
  }
  return parts.join('');
}

function formatExternalDocs({ description, url }: NonNullable<Schema['externalDocs']>, amount: number): string {
  const [inner, width] = amount === 0 ? [4, 76] : [amount + 2, 78 - amount];
  const lines = [
    indent(amount, 'EXTERNAL DOCS:'),
    ...(description === undefined ? [] : [indent(inner, wrapWords(description, width))]),
    ...(url === undefined ? [] : [indent(inner, `URL: ${url}`)]),
  ];
  return `${lines.join('\n')}\n`;
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

/** What Go's `unicode.IsSpace` takes for a space, save a line break and the one that does not break. */
const space = '\\t\\v\\f\\r \\u0085\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000';
const breaksSpacesAndWords = new RegExp(`\\n|([${space}]+)|[^\\n${space}]+`, 'gu');

/**
 * Wraps a text at spaces as kubectl does (github.com/mitchellh/go-wordwrap), so that the lines end where they do there:
 * width counts code points, and a word of the whole width or more is not moved to a line of its own.
 */
export function wrapWords(text: string, width: number): string {
  let [wrapped, column, spaces] = ['', 0, ''];
  const addBreak = (): void => {
    wrapped += '\n';
    [column, spaces] = [0, ''];
  };
  const addSpaces = (): void => {
    if (column + spaces.length <= width) wrapped += spaces;
  };
  for (const [part, run] of text.matchAll(breaksSpacesAndWords)) {
    if (run !== undefined) spaces = run;
    else if (part === '\n') {
      addSpaces();
      addBreak();
    } else {
      const length = [...part].length;
      if (column + spaces.length + Math.min(length, width - 1) > width) addBreak();
      wrapped += spaces + part;
      column += spaces.length + length;
      spaces = '';
    }
  }
  addSpaces();
  return wrapped;
}

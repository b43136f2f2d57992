import { formatGroupVersion, parseGroupVersion, type GroupVersion } from '../core/model/group-version.js';
import { requireFunction, requireKnownOptions, requireObject } from '../core/shared/arguments.js';
import { isJsonRecord, ownIn } from '../core/shared/json-record.js';
import { quote } from '../core/shared/quote.js';
import { type OpenAPIDocument, type OpenAPIDocuments, type Schema, findSchema, resolveReference } from './document.js';
import { SchemaNotFoundError } from './errors.js';
import { requiredByServers } from './required-fields.js';

/** What is wrong with a field of a manifest. */
export interface ManifestFinding {
  /** The names and indexes that lead to the field: `['spec', 'containers', 0, 'image']`. */
  readonly path: readonly (string | number)[];
  /** What kind of mistake it is. */
  readonly problem:
    'unknown-field' | 'wrong-type' | 'missing-field' | 'unknown-value' | 'out-of-bounds' | 'other-pattern';
  /** For people, without the path: `unknown field "imagee", did you mean "image"?`. */
  readonly message: string;
  /** The name or value that was probably meant. */
  readonly suggestion?: string | undefined;
}

/** What reads regular expressions of Go in linear time, for {@link CheckManifestOptions.patterns}: `RE2JS` of `re2js` is one. */
export interface PatternEngine {
  /**
   * Compiles a pattern.
   *
   * @throws any error for a text that is no pattern: then the pattern is not checked
   */
  compile(pattern: string): {
    /** Whether a part of the text matches. */
    test(text: string): boolean;
  };
}

/** Options of {@link checkManifest}. */
export interface CheckManifestOptions {
  /**
   * The engine for `pattern`. Patterns come from a server and are Go's: JavaScript's own expressions read some otherwise,
   * and can take forever. @default none: `pattern` is one of the keywords that are not checked
   */
  readonly patterns?: PatternEngine | undefined;
  /**
   * Called for a keyword of the schema that restricts a value of the object and is not checked: `not`,
   * `x-kubernetes-validations`, a `format`. It may be called several times for the same. @default none
   */
  readonly onUnchecked?: ((keyword: string) => void) | undefined;
}

/** A list with more findings is no help. */
const mostFindings = 1000;
/** As deep as a server reads. */
const maxDepth = 1000;

/**
 * Checks an object against the OpenAPI documents of a server, without the server. Finds unknown and misspelt fields,
 * wrong types, values that are not in an enum, and missing fields: what a server refuses with `fieldValidation=Strict`
 * for its schema. It finds nothing in an object that the server accepts; but a server has more rules than its schemas
 * say, so an object without findings may still be refused. What a schema of a custom resource says and is not checked,
 * such as rules in CEL, is passed to `onUnchecked`.
 *
 * @throws SchemaNotFoundError if there is no document of the object's `apiVersion`, or no schema of its kind;
 *   InvalidArgumentError for anything but an object
 * @example
 * const { documents } = await createOpenAPI(client).documents();
 * const pod = { apiVersion: 'v1', kind: 'Pod', spec: { container: [] } };
 * for (const { path, message } of checkManifest(pod, documents)) console.log(path.join('.'), message);
 * // spec.container unknown field "container", did you mean "containers"?
 * @see https://kubernetes.io/docs/reference/using-api/api-concepts/#field-validation
 */
export function checkManifest(
  object: object,
  documents: OpenAPIDocuments,
  options: CheckManifestOptions = {},
): readonly ManifestFinding[] {
  requireKnownOptions(options, { patterns: true, onUnchecked: requireFunction });
  const { apiVersion, kind } = requireObject('object', object) as { apiVersion?: unknown; kind?: unknown };
  const groupVersion = typeof apiVersion === 'string' ? parseGroupVersion(apiVersion) : undefined;
  if (groupVersion === undefined || typeof kind !== 'string' || kind === '') {
    throw new SchemaNotFoundError('the object has no apiVersion and kind');
  }
  const name = formatGroupVersion(groupVersion);
  const document = ownIn(documents, name);
  if (document === undefined) throw new SchemaNotFoundError(`there is no OpenAPI document of ${name}`);
  const found = findSchema(document, { ...groupVersion, kind });
  if (found === undefined) throw new SchemaNotFoundError(`the document of ${name} has no kind ${quote(kind)}`);
  const { findings, typed, structural } = createChecks(document, options);
  if (found.name === nameOfCustom(groupVersion, kind)) structural(found.schema, object, []);
  else typed({ $ref: `#/components/schemas/${encodeURIComponent(found.name)}` }, object, []);
  return findings;
}

/** The name that kube-apiserver gives to the schema of a custom resource: its group in reverse. */
function nameOfCustom({ group, version }: GroupVersion, kind: string): string {
  return [...group.split('.').reverse(), version, kind].join('.');
}

type Path = readonly (string | number)[];

const words: Readonly<Record<string, string>> = {
  ...{ null: 'null', object: 'an object', array: 'a list', string: 'a string' },
  ...{ integer: 'an integer', number: 'a number', boolean: 'a boolean', 'int-or-string': 'an integer or a string' },
};

function typeOf(value: unknown): string {
  if (value === null) return 'null';
  if (typeof value === 'bigint' || Number.isInteger(value)) return 'integer';
  return Array.isArray(value) ? 'array' : typeof value;
}

/** Creates the checks of a document: of what a server decodes into types of Go, and of what it checks by the schema itself. */
function createChecks(document: OpenAPIDocument, options: CheckManifestOptions) {
  const findings: ManifestFinding[] = [];
  const report = (path: Path, problem: ManifestFinding['problem'], message: string, suggestion?: string): void => {
    if (findings.length >= mostFindings) return;
    findings.push({ path, problem, message, ...(suggestion !== undefined && { suggestion }) });
  };
  const wrongType = (path: Path, type: string, value: unknown): void => {
    report(path, 'wrong-type', `must be ${words[type] ?? type}, and is ${words[typeOf(value)] ?? ''}`);
  };
  const unknownField = (path: Path, name: string, names: readonly string[]): void => {
    const suggestion = nearestName(name, names);
    const meant = suggestion === undefined ? '' : `, did you mean ${quote(suggestion)}?`;
    report([...path, name], 'unknown-field', `unknown field ${quote(name)}${meant}`, suggestion);
  };
  const unknownValue = (path: Path, value: unknown, values: readonly unknown[]): void => {
    const texts = values.filter((each): each is string => typeof each === 'string');
    const suggestion = typeof value === 'string' ? nearestName(value, texts) : undefined;
    const shown = values.slice(0, 10).map((each) => JSON.stringify(each));
    if (values.length > shown.length) shown.push('…');
    report(path, 'unknown-value', `must be one of ${shown.join(', ')}`, suggestion);
  };
  const missingField = (path: Path, name: string): void => report([...path, name], 'missing-field', 'is required');
  const checkText = (path: Path, format: string | undefined, value: string): void => {
    if (format === 'date-time' && !/^\d{4}-\d\d-\d\dT\d/i.test(value)) {
      report(path, 'wrong-type', 'must be a time, such as 2026-01-31T12:00:00Z');
    } else if (format === 'byte' && !isBase64(value)) report(path, 'wrong-type', 'must be base64');
  };

  /**
   * Checks what a server decodes into types of Go: null is accepted everywhere, and of `required` and `enum` only what
   * servers were seen to refuse. Status is set by the server, which ignores what is written.
   */
  function typed(schema: Schema, value: unknown, path: Path): void {
    if (value === null || value === undefined || path.length > maxDepth) return;
    // A reference with a default beside it is an allOf of one.
    const only = schema.allOf?.length === 1 ? schema.allOf[0] : undefined;
    const reference = schema.$ref ?? only?.$ref;
    const resolved = resolveReference(reference, document) ?? only ?? schema;
    const name = reference?.split('/').at(-1) ?? '';
    if (name.endsWith('.pkg.api.resource.Quantity')) {
      if (typeof value !== 'number' && typeof value !== 'string') return wrongType(path, 'a quantity', value);
      if (typeof value === 'number' || quantity.test(value)) return;
      return report(path, 'wrong-type', 'must be a quantity, such as 500m or 1Gi');
    }
    const { properties, items, additionalProperties } = resolved;
    const isEither = resolved.format === 'int-or-string';
    const type = isEither ? 'int-or-string' : resolved.type;
    if (type === undefined) return;
    if (!isOfType(type, value, isEither ? 'int32' : resolved.format)) return wrongType(path, type, value);
    const values = schema.enum ?? resolved.enum;
    const isStatus = path[0] === 'status';
    // An empty text is no value: a default takes its place, or the server says that it is missing.
    if (values !== undefined && value !== '' && !isStatus && !values.includes(value)) {
      return unknownValue(path, value, values);
    }
    if (typeof value === 'string') checkText(path, resolved.format, value);
    if (Array.isArray(value) && items !== undefined) {
      for (const [index, item] of value.entries()) typed(items, item, [...path, index]);
    }
    for (const [field, each] of Object.entries(isJsonRecord(value) ? value : {})) {
      const inner = properties === undefined ? additionalProperties : ownIn(properties, field);
      if (typeof inner === 'object') typed(inner, each, [...path, field]);
      else if (properties !== undefined) unknownField(path, field, Object.keys(properties));
    }
    if (!isJsonRecord(value) || properties === undefined || isStatus) return;
    for (const field of requiredFields(name)) {
      if (value[field] === undefined || value[field] === null) missingField(path, field);
    }
  }

  /** Checks a custom resource, whose schema a server applies as it is. Metadata is a type of Go in it too. */
  function structural(schema: Schema, value: unknown, path: Path, isOpen = false): void {
    if (value === undefined || path.length > maxDepth) return;
    if (schema.$ref !== undefined || schema.allOf?.[0]?.$ref !== undefined) return typed(schema, value, path);
    const isEither = schema['x-kubernetes-int-or-string'] === true;
    const type = isEither ? 'int-or-string' : schema.type;
    if (value === null && (schema.nullable === true || type === undefined)) return;
    if (type !== undefined && !isOfType(type, value, isEither ? undefined : schema.format))
      return wrongType(path, type, value);
    if (schema.enum !== undefined && !schema.enum.some((each) => JSON.stringify(each) === JSON.stringify(value))) {
      return unknownValue(path, value, schema.enum);
    }
    if (typeof value === 'string') checkText(path, schema.format, value);
    for (const message of bounds(schema, value)) report(path, 'out-of-bounds', message);
    for (const keyword of uncheckedOf(schema, value, options)) options.onUnchecked?.(keyword);
    if (typeof value === 'string' && matches(value, schema.pattern, options.patterns) === false) {
      report(path, 'other-pattern', `must match ${quote(schema.pattern ?? '')}`);
    }
    const keepsUnknown = isOpen || schema['x-kubernetes-preserve-unknown-fields'] === true;
    const { items, properties = {}, additionalProperties, required = [] } = schema;
    if (Array.isArray(value) && items !== undefined) {
      for (const [index, item] of value.entries()) structural(items, item, [...path, index]);
    }
    if (!isJsonRecord(value)) return;
    const isWhole = path.length === 0 || schema['x-kubernetes-embedded-resource'] === true;
    const isClosed = !keepsUnknown && additionalProperties === undefined;
    for (const [field, each] of Object.entries(value)) {
      const isOfObject = isWhole && ['apiVersion', 'kind', 'metadata'].includes(field);
      const inner = ownIn(properties, field) ?? additionalProperties;
      // The server drops null where it is no value.
      if (typeof inner === 'object') {
        if (each !== null) structural(inner, each, [...path, field]);
      } else if (isClosed && !isOfObject) unknownField(path, field, Object.keys(properties));
    }
    for (const field of required) {
      const { nullable = false, default: fallback } = ownIn(properties, field) ?? {};
      const isAbsent = value[field] === undefined || (value[field] === null && !nullable);
      if (isAbsent && fallback === undefined) missingField(path, field);
    }
  }
  return { findings, typed, structural };
}

/** The fields without which a server refuses an object of a schema. */
function requiredFields(schema: string): readonly string[] {
  const end = schema.lastIndexOf('.');
  const [group, kind] = [schema.slice(0, Math.max(0, end)), schema.slice(end + 1)];
  const words = (ownIn(requiredByServers, group) ?? '').split(' ');
  return words.flatMap((word) => (word.startsWith(`${kind}.`) ? [word.slice(kind.length + 1)] : []));
}

/** The numbers and suffixes that k8s.io/apimachinery/pkg/api/resource parses. */
const quantity = /^[+-]?(\d+(\.\d*)?|\.\d+)([KMGTPE]i|[numkMGTPE]|[eE][+-]?\d+)?$/;

function isBase64(text: string): boolean {
  const bare = text.replace(/[\r\n]/g, '');
  return bare.length % 4 === 0 && /^[\dA-Za-z+/]*={0,2}$/.test(bare);
}

function isOfType(type: string, value: unknown, format?: string): boolean {
  if (type === 'object') return isJsonRecord(value);
  if (type === 'array') return Array.isArray(value);
  if (type === 'number') return typeof value === 'number' || typeof value === 'bigint';
  if (type === 'boolean' || type === 'string') return typeof value === type;
  if (type === 'int-or-string' && typeof value === 'string') return true;
  if (!['integer', 'int-or-string'].includes(type) || typeof value === 'bigint') return true;
  if (typeof value !== 'number' || !Number.isInteger(value)) return false;
  return format === 'int32' ? value >= -(2 ** 31) && value < 2 ** 31 : Math.abs(value) <= 2 ** 63;
}

/** Whether a text matches a pattern; undefined where that is not known. */
function matches(value: string, pattern: unknown, engine: PatternEngine | undefined): boolean | undefined {
  if (typeof pattern !== 'string') return undefined;
  try {
    return engine?.compile(pattern).test(value);
  } catch {
    return undefined;
  }
}

const unchecked = ['allOf', 'anyOf', 'oneOf', 'not', 'x-kubernetes-validations', 'x-kubernetes-embedded-resource'];

/** The keywords that restrict a value and that only the server checks. */
function* uncheckedOf(schema: Schema, value: unknown, { patterns }: CheckManifestOptions): Generator<string> {
  // A type of either kind says so by an anyOf beside it.
  const isEither = schema['x-kubernetes-int-or-string'] === true;
  for (const keyword of unchecked)
    if (Reflect.get(schema, keyword) !== undefined && !(isEither && keyword === 'anyOf')) yield keyword;
  const { format, pattern, 'x-kubernetes-list-type': listType } = schema;
  if (typeof value === 'string') {
    if (format !== undefined && !['date-time', 'byte'].includes(format)) yield `format: ${format}`;
    if (pattern !== undefined && matches(value, pattern, patterns) === undefined) yield 'pattern';
  }
  if (Array.isArray(value) && (listType === 'set' || listType === 'map')) yield `x-kubernetes-list-type: ${listType}`;
}

/** What a value exceeds. */
function* bounds(schema: Schema, value: unknown): Generator<string> {
  const { minimum = -Infinity, maximum = Infinity, exclusiveMinimum, exclusiveMaximum, multipleOf } = schema;
  if (typeof value === 'number') {
    if (exclusiveMinimum === true ? value <= minimum : value < minimum) {
      yield `must be ${exclusiveMinimum === true ? 'more than' : 'at least'} ${minimum}`;
    }
    if (exclusiveMaximum === true ? value >= maximum : value > maximum) {
      yield `must be ${exclusiveMaximum === true ? 'less than' : 'at most'} ${maximum}`;
    }
    if (typeof multipleOf === 'number' && multipleOf > 0) {
      const times = value / multipleOf;
      const isMultiple = Math.abs(times - Math.round(times)) <= 1e-9 * Math.max(1, Math.abs(times));
      if (!isMultiple) yield `must be a multiple of ${multipleOf}`;
    }
    return;
  }
  const [size = 0, least = 0, most = Infinity, what = ''] =
    typeof value === 'string'
      ? ([[...value].length, schema.minLength, schema.maxLength, 'characters'] as const)
      : Array.isArray(value)
        ? ([value.length, schema.minItems, schema.maxItems, 'items'] as const)
        : isJsonRecord(value)
          ? ([Object.keys(value).length, schema.minProperties, schema.maxProperties, 'fields'] as const)
          : [];
  if (size < least) yield `must have at least ${least} ${what}`;
  if (size > most) yield `must have at most ${most} ${what}`;
}

/** Longer names are compared as they are: none is as long by mistake. */
const longest = 100;

/**
 * Finds the name that was probably meant: the nearest one, if at most a third of its letters differ. Upper and lower case,
 * `-` and `_` count nothing.
 */
export function nearestName(name: string, names: readonly string[]): string | undefined {
  if (name.length > longest) return undefined;
  const plain = (text: string): string => text.toLowerCase().replace(/[-_]/g, '');
  const meant = plain(name);
  let nearest: string | undefined;
  let least = Math.floor(Math.max(3, meant.length) / 3) + 1;
  for (const each of names) {
    if (each.length > longest || Math.abs(each.length - name.length) > least) continue;
    const distance = editDistance(meant, plain(each));
    if (distance < least) [nearest, least] = [each, distance];
  }
  return nearest;
}

/** Counts letters to insert, delete, replace, or exchange with their neighbour. */
function editDistance(a: string, b: string): number {
  const rows = [Array.from({ length: b.length + 1 }, (_, index) => index)];
  const at = (i: number, j: number): number => rows[i]?.[j] ?? Infinity;
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i];
    rows.push(row);
    for (let j = 1; j <= b.length; j += 1) {
      const isExchanged = a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      const exchanged = isExchanged ? at(i - 2, j - 2) + 1 : Infinity;
      const replaced = at(i - 1, j - 1) + (a[i - 1] === b[j - 1] ? 0 : 1);
      row.push(Math.min(at(i - 1, j) + 1, at(i, j - 1) + 1, replaced, exchanged));
    }
  }
  return at(a.length, b.length);
}

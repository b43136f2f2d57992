import { isJsonRecord, type JsonRecord } from '../../core/shared/json-record.js';
import type { Schema } from '../../openapi/index.js';
import type { Cause, FieldReason } from '../wire/refusals.js';
import { hasFormat } from './formats.js';
import { matches } from './patterns.js';
import { Steps } from './steps.js';

/**
 * Returns what a structural schema refuses in an object, worded as kube-apiserver words it. Rules in CEL are not checked.
 * Throws 422 for a schema that takes too many steps.
 *
 * @see https://kubernetes.io/docs/tasks/extend-kubernetes/custom-resources/custom-resource-definitions/#validation
 */
export function validate(object: JsonRecord, schema: Schema): Cause[] {
  return check(object, schema, '', new Steps());
}

/** As `validate`, for a value that a definition has at a path. Servers do not look for duplicates there. */
export function validateAt(value: unknown, schema: Schema, path: string): Cause[] {
  return check(value, schema, '', new Steps())
    .filter(({ reason }) => reason !== 'FieldValueDuplicate')
    .map((cause) => {
      const isHere = cause.field === '' || cause.field === nowhere;
      return { ...cause, field: isHere ? path : `${path}.${cause.field}` };
    });
}

/** The path of a problem whose field servers do not know. */
const nowhere = '<nil>';

function check(value: unknown, schema: Schema, path: string, steps: Steps): Cause[] {
  steps.spend();
  if (value === null && (schema.nullable === true || isWithoutType(schema))) return [];
  if (!isOfType(value, schema)) {
    const whole = schema.type === 'integer' && typeof value === 'number';
    return [
      wrongType(path, schema, value),
      ...(whole ? [noInteger(path, schema)] : []),
      ...checkEnum(value, schema, path, steps),
    ];
  }
  return [
    ...(Array.isArray(value) ? checkList(value, schema, path, steps) : []),
    ...(isJsonRecord(value) ? checkObject(value, schema, path, steps) : []),
    ...(typeof value === 'string' ? checkText(value, schema, path, steps) : []),
    ...(typeof value === 'number' ? checkNumber(value, schema, path) : []),
    ...checkEnum(value, schema, path, steps),
    ...checkJunctors(value, schema, path, steps),
  ];
}

function isWithoutType({ type, 'x-kubernetes-int-or-string': isIntOrString }: Schema): boolean {
  return type === undefined && isIntOrString !== true;
}

function typeOf(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  if (typeof value === 'number') return Number.isInteger(value) ? 'integer' : 'number';
  return typeof value;
}

function isOfType(value: unknown, { type, 'x-kubernetes-int-or-string': isIntOrString }: Schema): boolean {
  const own = typeOf(value);
  if (isIntOrString === true) return own === 'integer' || own === 'string';
  return type === undefined || type === own || (type === 'number' && own === 'integer');
}

function wrongType(path: string, schema: Schema, value: unknown): Cause {
  const types = schema['x-kubernetes-int-or-string'] === true ? 'integer,string' : (schema.type ?? '');
  const own = JSON.stringify(typeOf(value));
  return cause(
    path,
    'FieldValueTypeInvalid',
    `Invalid value: ${own}: ${path} in body must be of type ${types}: ${own}`,
  );
}

function noInteger(path: string, { format }: Schema): Cause {
  const which = format === undefined ? '(default format)' : `with format ${format}`;
  return invalidAs(nowhere, '', `Checked value must be of type integer ${which} in ${path}`);
}

function checkText(value: string, schema: Schema, path: string, steps: Steps): Cause[] {
  const { format } = schema;
  return [
    ...checkLength(value, schema, path, steps),
    ...(format !== undefined && !hasFormat(value, format)
      ? [
          cause(
            path,
            'FieldValueTypeInvalid',
            `Invalid value: ${JSON.stringify(value)}: ${path} in body must be of type ${format}: ${JSON.stringify(value)}`,
          ),
        ]
      : []),
  ];
}

/** Servers name the first of these that does not fit. */
function checkLength(value: string, { minLength, maxLength, pattern }: Schema, path: string, steps: Steps): Cause[] {
  const length = [...value].length;
  const wrong = (why: string): Cause[] => [invalidAs(path, value, `${path} in body ${why}`)];
  if (maxLength !== undefined && length > maxLength) {
    return [cause(path, 'FieldValueTooLong', `Too long: may not be more than ${maxLength} bytes`)];
  }
  if (minLength !== undefined && length < minLength) return wrong(`should be at least ${minLength} chars long`);
  return pattern === undefined || matches(value, pattern, steps) ? [] : wrong(`should match '${pattern}'`);
}

const ranges: Readonly<Record<string, readonly [least: number, greatest: number]>> = {
  int32: [-(2 ** 31), 2 ** 31 - 1],
  int64: [-(2 ** 63), 2 ** 63],
};

function checkNumber(value: number, schema: Schema, path: string): Cause[] {
  const { type, format = '', minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf } = schema;
  const wrong = (why: string): Cause => invalidAs(path, value, `${path} in body should be ${why}`);
  const [least, greatest] = ranges[format] ?? [-Infinity, Infinity];
  const isTooGreat = maximum !== undefined && (exclusiveMaximum === true ? value >= maximum : value > maximum);
  const isTooSmall = minimum !== undefined && (exclusiveMinimum === true ? value <= minimum : value < minimum);
  return [
    ...(type === 'integer' && (value < least || value > greatest) ? [noInteger(path, schema)] : []),
    ...(multipleOf !== undefined && !Number.isInteger(value / multipleOf)
      ? [wrong(`a multiple of ${multipleOf}`)]
      : []),
    ...(isTooGreat ? [wrong(`less than ${exclusiveMaximum === true ? '' : 'or equal to '}${maximum}`)] : []),
    ...(isTooSmall ? [wrong(`greater than ${exclusiveMinimum === true ? '' : 'or equal to '}${minimum}`)] : []),
  ];
}

function checkEnum(value: unknown, { enum: known }: Schema, path: string, steps: Steps): Cause[] {
  steps.spend(known?.length);
  if (known === undefined || known.some((each) => sameJson(each, value))) return [];
  const all = known.map((each) => JSON.stringify(typeof each === 'string' ? each : JSON.stringify(each))).join(', ');
  const message = `Unsupported value: ${JSON.stringify(value)}: supported values: ${all}`;
  return [cause(path, 'FieldValueNotSupported', message)];
}

function checkList(values: readonly unknown[], schema: Schema, path: string, steps: Steps): Cause[] {
  const { items, minItems, maxItems } = schema;
  return [
    ...(items === undefined ? [] : values.flatMap((item, index) => check(item, items, `${path}[${index}]`, steps))),
    ...(minItems !== undefined && values.length < minItems
      ? [invalidAs(path, values.length, `${path} in body should have at least ${minItems} items`)]
      : []),
    ...(maxItems !== undefined && values.length > maxItems ? [tooMany(path, values.length, maxItems)] : []),
    ...checkKeys(values, schema, path),
  ];
}

/** Items of sets and of maps are unique. */
function checkKeys(values: readonly unknown[], schema: Schema, path: string): Cause[] {
  const form = schema['x-kubernetes-list-type'];
  if (form !== 'set' && form !== 'map') return [];
  const keys = schema['x-kubernetes-list-map-keys'] ?? [];
  const seen = new Set<string>();
  return values.flatMap((item, index) => {
    const key = form === 'set' ? item : keyOf(item, keys);
    const text = JSON.stringify(key);
    const isRepeated = seen.has(text);
    seen.add(text);
    return isRepeated ? [cause(`${path}[${index}]`, 'FieldValueDuplicate', `Duplicate value: ${text}`)] : [];
  });
}

function keyOf(item: unknown, keys: readonly string[]): JsonRecord {
  const record = isJsonRecord(item) ? item : {};
  return Object.fromEntries([...keys].sort().flatMap((key) => (key in record ? [[key, record[key]] as const] : [])));
}

function checkObject(object: JsonRecord, schema: Schema, path: string, steps: Steps): Cause[] {
  const { properties = {}, additionalProperties, required = [], minProperties, maxProperties } = schema;
  const at = (field: string): string => (path === '' ? field : `${path}.${field}`);
  const count = Object.keys(object).length;
  const embedded = schema['x-kubernetes-embedded-resource'] === true ? ['apiVersion', 'kind'] : [];
  const names = [...new Set([...required, ...embedded])];
  steps.spend(names.length);
  return [
    ...names.flatMap((field) => {
      return Object.hasOwn(object, field) ? [] : [cause(at(field), 'FieldValueRequired', 'Required value')];
    }),
    ...(minProperties !== undefined && count < minProperties
      ? [invalidAs(path, count, `${path} in body should have at least ${minProperties} properties`)]
      : []),
    ...(maxProperties !== undefined && count > maxProperties ? [tooMany(path, count, maxProperties)] : []),
    ...Object.entries(object).flatMap(([field, value]) => {
      const own = Object.hasOwn(properties, field) ? properties[field] : undefined;
      const below = own ?? (typeof additionalProperties === 'object' ? additionalProperties : undefined);
      // The metadata of a whole object have rules of their own.
      return below === undefined || (path === '' && field === 'metadata') ? [] : check(value, below, at(field), steps);
    }),
  ];
}

function checkJunctors(value: unknown, schema: Schema, path: string, steps: Steps): Cause[] {
  const { allOf = [], anyOf = [], oneOf = [], not } = schema;
  const all = allOf.flatMap((each) => check(value, each, path, steps));
  const quoted = JSON.stringify(path);
  return [
    ...all,
    ...(all.length > 0 ? [invalidAs(nowhere, '', `${quoted} must validate all the schemas (allOf)`)] : []),
    ...(anyOf.length === 0
      ? []
      : closestOf(tried(value, anyOf, path, steps), value, `${quoted} must validate at least one schema (anyOf)`)),
    ...(oneOf.length === 0 ? [] : checkOne(value, oneOf, path, steps)),
    ...(not !== undefined && check(value, not, path, steps).length === 0
      ? [invalidAs(nowhere, '', `${quoted} must not validate the schema (not)`)]
      : []),
  ];
}

/** What some schemas refuse. */
type Tried = readonly { readonly schema: Schema; readonly causes: readonly Cause[] }[];

function tried(value: unknown, schemas: readonly Schema[], path: string, steps: Steps): Tried {
  return schemas.map((schema) => ({ schema, causes: check(value, schema, path, steps) }));
}

/** Nothing if a schema refuses nothing, otherwise what that one refuses which looks at most of the value. */
function closestOf(results: Tried, value: unknown, why: string): Cause[] {
  if (results.some(({ causes }) => causes.length === 0)) return [];
  const closest = results.reduce((best, each) => (reach(value, each.schema) > reach(value, best.schema) ? each : best));
  return [invalidAs(nowhere, '', why), ...closest.causes];
}

/** How many parts of a value a schema describes. */
function reach(value: unknown, { properties = {} }: Schema): number {
  if (!isJsonRecord(value)) return 0;
  const described = Object.entries(properties).filter(([name]) => Object.hasOwn(value, name));
  return described.reduce((sum, [name, schema]) => sum + 1 + reach(value[name], schema), 0);
}

function checkOne(value: unknown, schemas: readonly Schema[], path: string, steps: Steps): Cause[] {
  const why = `${JSON.stringify(path)} must validate one and only one schema (oneOf).`;
  const results = tried(value, schemas, path, steps);
  const valid = results.filter(({ causes }) => causes.length === 0).length;
  if (valid === 1) return [];
  if (valid === 0) return closestOf(results, value, `${why} Found none valid`);
  return [invalidAs(nowhere, '', `${why} Found ${valid} valid alternatives`)];
}

function tooMany(path: string, count: number, most: number): Cause {
  return cause(path, 'FieldValueTooMany', `Too many: ${count}: must have at most ${most} items`);
}

function invalidAs(field: string, value: unknown, why: string): Cause {
  return cause(field, 'FieldValueInvalid', `Invalid value: ${JSON.stringify(value)}: ${why}`);
}

function cause(field: string, reason: FieldReason, message: string): Cause {
  return { reason, message, field };
}

function sameJson(a: unknown, b: unknown): boolean {
  return a === b || JSON.stringify(a) === JSON.stringify(b);
}

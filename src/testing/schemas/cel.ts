import type * as library from '@marcbachmann/cel-js';
import type { ASTNode, Environment } from '@marcbachmann/cel-js';
import { isJsonRecord, recordsOf, type JsonRecord } from '../../core/shared/json-record.js';
import type { Schema } from '../../openapi/index.js';
import type { FakeCel } from '../served/options.js';
import { isEqual } from '../../core/shared/is-equal.js';
import type { Cause, FieldReason } from '../wire/refusals.js';
import { escapedField, resourceFields } from './cel-fields.js';
import { addFunctions } from './cel-functions.js';
import { declareType } from './cel-types.js';
import { problemOfPattern } from './patterns.js';
import { limitOfSteps, Steps } from './steps.js';

type Library = typeof library;

interface Rule {
  readonly rule: string;
  readonly message?: string;
  readonly messageExpression?: string;
  readonly reason?: FieldReason;
  readonly fieldPath?: string;
  readonly optionalOldSelf?: boolean;
}

interface Variables {
  readonly self: unknown;
  readonly oldSelf: unknown;
}

type Program = (variables: Variables) => unknown;

/** A part of an object, and what it was before an update. */
interface Node {
  readonly value: unknown;
  readonly schema: Schema;
  readonly path: string;
  /** Undefined where a server cannot tell which one it was. */
  readonly old: unknown;
  /** Whether it, or the nearest part around it of which a server can tell, is what it was. */
  readonly isUnchanged: boolean;
  readonly isRoot?: boolean;
}

/** Creates the rules on a library that evaluates CEL. */
export function createCel({ Environment, Optional }: Library): FakeCel {
  /** What the check of one object may still take: this is synchronous, so there is one at a time. */
  let steps = new Steps();
  const spend = (count: number): void => {
    steps.spend(count);
  };
  const untyped = addFunctions(new Environment({ enableOptionalTypes: true }), () => steps);
  const base = untyped.clone().registerVariable('self', 'dyn');
  base.registerFunction('dyn.counted(): dyn', (items: unknown) => {
    spend(sizeOf(items));
    return items;
  });
  const environments = {
    plain: base.clone().registerVariable('oldSelf', 'dyn'),
    optional: base.clone().registerVariable('oldSelf', 'optional'),
  };
  const programs = new Map<string, Program | undefined>();
  const programOf = (text: string, { optionalOldSelf = false }: Rule): Program | undefined => {
    const kind = optionalOldSelf ? 'optional' : 'plain';
    const key = `${kind} ${text}`;
    if (!programs.has(key)) programs.set(key, compile(text, environments[kind]));
    return programs.get(key);
  };
  const read = (format: string, text: unknown): unknown =>
    environments.plain.evaluate(`${format}(self)`, { self: text });

  const runs = (rule: Rule): boolean =>
    programOf(rule.rule, rule) !== undefined &&
    (rule.messageExpression === undefined || programOf(rule.messageExpression, rule) !== undefined);

  const causeOf = (rule: Rule, node: Node): Cause[] => {
    const { value, schema, path, old, isUnchanged } = node;
    const run = programOf(rule.rule, rule);
    if (run === undefined || !runs(rule) || steps.areSpent()) return [];
    const usesOld = /\boldSelf\b/.test(rule.rule);
    if (usesOld && old === undefined && rule.optionalOldSelf !== true) return [];
    const named = (rule.message ?? rule.rule).trim();
    let variables: Variables;
    try {
      const before = old === undefined || !usesOld ? undefined : toCel(old, node, read, spend);
      const oldSelf = rule.optionalOldSelf === true ? Optional.of(before) : before;
      variables = { self: toCel(value, node, read, spend), oldSelf };
      const isKept = run(variables);
      // A loop goes on after an error, in case that another item decides.
      spend(0);
      if (isKept === true) return [];
    } catch (error) {
      const limit = `no further validation rules will be run due to call cost exceeds limit for rule: ${named}: ${limitOfSteps}`;
      const why = steps.areSpent() ? limit : `${wordsOf(error)} evaluating rule: ${named}`;
      return [{ reason: 'FieldValueInvalid', message: `Invalid value: "${schema.type ?? ''}": ${why}`, field: path }];
    }
    if (isUnchanged && !usesOld) return [];
    const message = messageOf(rule, variables, programOf) ?? rule.message?.trim() ?? `failed rule: ${named}`;
    const isWhole = schema.type === 'object' || schema.type === 'array';
    const field =
      rule.fieldPath === undefined ? path : `${path === nowhere ? '' : path}${rule.fieldPath}`.replace(/^\./, '');
    return [refused(rule.reason, field, isWhole ? undefined : value, message)];
  };

  const check = (node: Node): Cause[] => {
    const { value, schema } = node;
    if (value === null || value === undefined) return [];
    return [...rulesOf(schema).flatMap((rule) => causeOf(rule, node)), ...partsOf(node).flatMap(check)];
  };

  return {
    runs: (rule) => isRule(rule) && runs(rule),
    begin: () => {
      steps = new Steps();
    },
    problemsOf: (schema, isResource) => {
      const rules = recordsOf(schema['x-kubernetes-validations']);
      if (rules.length === 0) return [];
      const typed = untyped.clone();
      const type = declareType(typed, schema, isResource, steps);
      if (type === undefined) return [];
      typed.registerVariable('self', type);
      const [plain, optional] = [typed.clone(), typed.clone()];
      plain.registerVariable('oldSelf', type);
      optional.registerVariable('oldSelf', `optional<${type}>`);
      return rules.flatMap((rule, index) => {
        if (!isRule(rule)) return [];
        const environment = rule.optionalOldSelf === true ? optional : plain;
        return (['rule', 'messageExpression'] as const).flatMap((field) => {
          const problem = problemIn(rule[field] ?? '', environment, field);
          if (problem === undefined) return [];
          return [refused(undefined, `x-kubernetes-validations[${index}].${field}`, rule, problem)];
        });
      });
    },
    causesOf: (object, { schema, old, isValid, isDefault = false }) => {
      if (!isValid) return hasRules(schema) ? [notChecked] : [];
      const isUnchanged = old !== undefined && isEqual(object, old);
      if (!isDefault) steps = new Steps();
      return check({ value: object, schema, path: nowhere, old, isUnchanged, isRoot: true });
    },
  };
}

/** The path of the whole object. */
const nowhere = '<nil>';

const notChecked: Cause = {
  reason: 'FieldValueInvalid',
  message:
    'Invalid value: null: some validation rules were not checked because the object was invalid; correct the existing errors to complete validation',
  field: nowhere,
};

/** A client may have created a definition that says anything. */
function isRule(rule: unknown): rule is Rule & JsonRecord {
  if (!isJsonRecord(rule) || typeof rule['rule'] !== 'string') return false;
  return ['message', 'messageExpression', 'fieldPath'].every((name) =>
    ['string', 'undefined'].includes(typeof rule[name]),
  );
}

function rulesOf({ 'x-kubernetes-validations': rules }: Schema): Rule[] {
  return Array.isArray(rules) ? rules.filter(isRule) : [];
}

function hasRules(schema: Schema): boolean {
  const { properties = {}, items, additionalProperties: all } = schema;
  const below = [...Object.values(properties), items, typeof all === 'object' ? all : undefined];
  return rulesOf(schema).length > 0 || below.some((each) => each !== undefined && hasRules(each));
}

/** What Kubernetes has and the library has not: of a rule with any of these nobody here knows whether it compiles. */
const lacking =
  /\b(?:format|semver|isSemver|cidr|isCIDR|transform\w+|sets|math|strings|base64|authorizer|getQuery|isCanonical|isLinkLocal\w+|isGlobalUnicast)\b|\.\w+\(\s*\w+\s*,\s*\w+\s*,/;

/** What an expression has to be. */
const results = {
  rule: ['bool', 'must evaluate to a bool'],
  messageExpression: ['string', 'messageExpression must evaluate to a string'],
} as const;

function problemIn(text: string, environment: Environment, field: keyof typeof results): string | undefined {
  if (text.trim() === '' || lacking.test(text)) return undefined;
  try {
    const program = environment.parse(edited(text, environment.parse(text).ast, editsToCheck));
    const { valid, type, error } = program.check();
    const [wanted, words] = results[field];
    if (!valid) return `${field === 'rule' ? '' : 'messageExpression '}compilation failed: ${wordsOf(error)}`;
    return type === wanted || type === 'dyn' ? problemOfLiterals(program.ast) : words;
  } catch (error) {
    return `${field === 'rule' ? '' : 'messageExpression '}compilation failed: ${wordsOf(error)}`;
  }
}

/** Servers refuse what is wrong in a text that is written out. */
function problemOfLiterals(node: unknown): string | undefined {
  if (Array.isArray(node)) {
    for (const each of node) {
      const problem = problemOfLiterals(each);
      if (problem !== undefined) return problem;
    }
    return undefined;
  }
  if (!isNode(node)) return undefined;
  const [name, , given] = Array.isArray(node.args) ? (node.args as readonly unknown[]) : [];
  const [pattern] = Array.isArray(given) ? (given as readonly unknown[]) : [];
  if (node.op === 'rcall' && name === 'matches' && isNode(pattern) && typeof pattern.args === 'string') {
    if (pattern.op === 'value' && problemOfPattern(pattern.args) !== undefined) {
      return 'compilation failed: invalid matches argument';
    }
  }
  return problemOfLiterals(node.args);
}

function compile(text: string, environment: Environment): Program | undefined {
  try {
    const program = environment.parse(edited(text, environment.parse(text).ast, editsToRun));
    return program.check().valid ? (variables) => program(variables) as unknown : undefined;
  } catch {
    return undefined;
  }
}

const loops = ['all', 'exists', 'exists_one', 'map', 'filter'];

interface Edit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** Edits what one node of an expression says. */
type Edits = (text: string, node: ASTNode) => readonly Edit[];

/** Returns an expression with the edits of all of its nodes. */
function edited(text: string, ast: ASTNode, editsOf: Edits): string {
  const edits: Edit[] = [];
  const visit = (node: unknown): void => {
    if (Array.isArray(node)) return void node.forEach(visit);
    if (!isNode(node)) return;
    edits.push(...editsOf(text, node));
    visit(node.args);
  };
  visit(ast);
  edits.sort((a, b) => b.start - a.start);
  return edits.reduce((whole, edit) => whole.slice(0, edit.start) + edit.text + whole.slice(edit.end), text);
}

/**
 * What the library does in another way than servers: `has` of what is not a chain of names (`has(self.items[0].name)`),
 * regular expressions in the syntax of Go, and loops that are counted.
 */
const editsToRun: Edits = (text, { op, args, start, end }) => {
  const [name, receiver, given]: readonly unknown[] = Array.isArray(args) ? args : [args];
  if (op === 'call' && name === 'has' && Array.isArray(receiver)) {
    const [field] = receiver as readonly unknown[];
    if (!isNode(field) || field.op !== '.') return [];
    const [base, last] = field.args;
    if (isChain(base)) return [];
    return [
      { start, end: text.indexOf('(', start) + 1, text: '' },
      { start: base.end + text.slice(base.end, end).lastIndexOf('.'), end, text: `.?${last}.hasValue()` },
    ];
  }
  if (op === 'rcall' && typeof name === 'string' && isNode(receiver) && Array.isArray(given)) {
    const dot = text.indexOf(name, receiver.end);
    return [
      ...(name === 'matches' ? [{ start: dot, end: dot + name.length, text: 'matchesAsInGo' }] : []),
      ...(loops.includes(name) ? [{ start: dot, end: dot, text: 'counted().' }] : []),
    ];
  }
  if (op !== 'in' || !isNode(receiver)) return [];
  return [
    { start: receiver.start, end: receiver.start, text: '(' },
    { start: receiver.end, end: receiver.end, text: ').counted()' },
  ];
};

/** `has` of any field, which has to exist in the schema. */
const editsToCheck: Edits = (text, { op, args, start, end }) => {
  if (op !== 'call' || args[0] !== 'has' || args[1].length !== 1 || args[1][0]?.op !== '.') return [];
  return [
    { start, end: text.indexOf('(', start) + 1, text: '([' },
    { start: end - 1, end, text: '].size() == 1)' },
  ];
};

function sizeOf(items: unknown): number {
  if (Array.isArray(items)) return items.length;
  return items instanceof Map ? items.size : 1;
}

function isNode(value: unknown): value is ASTNode {
  return typeof value === 'object' && value !== null && 'op' in value && 'args' in value;
}

function isChain({ op, args }: ASTNode): boolean {
  const [base] = Array.isArray(args) ? (args as readonly unknown[]) : [];
  return op === 'id' || (op === '.' && isNode(base) && isChain(base));
}

function messageOf(
  rule: Rule,
  variables: Variables,
  programOf: (text: string, rule: Rule) => Program | undefined,
): string | undefined {
  if (rule.messageExpression === undefined) return undefined;
  try {
    const text = programOf(rule.messageExpression, rule)?.(variables);
    const trimmed = typeof text === 'string' ? text.trim() : '';
    return trimmed === '' || trimmed.includes('\n') ? undefined : trimmed;
  } catch {
    return undefined;
  }
}

/** What the library says in other words than servers. */
const otherWords = [
  [/^invalid duration string/i, "type conversion error from 'string' to 'google.protobuf.Duration'"],
  [/^timestamp\(\) requires/i, "type conversion error from 'string' to 'google.protobuf.Timestamp'"],
] as const;

/** The library begins its messages with a capital letter, and shows the expression below them. */
function wordsOf(error: unknown): string {
  const { summary, message }: { summary?: unknown; message?: unknown } = Object(error) as object;
  const text = typeof summary === 'string' ? summary : String(message);
  const other = otherWords.find(([pattern]) => pattern.test(text));
  if (other !== undefined) return other[1];
  return text.charAt(0).toLowerCase() + text.slice(1);
}

function refused(reason: FieldReason = 'FieldValueInvalid', field: string, value: unknown, message: string): Cause {
  const shown = value === undefined ? '' : `: ${JSON.stringify(value)}`;
  switch (reason) {
    case 'FieldValueForbidden':
      return { reason, message: `Forbidden: ${message}`, field };
    case 'FieldValueRequired':
      return { reason, message: `Required value: ${message}`, field };
    case 'FieldValueDuplicate':
      return { reason, message: `Duplicate value${shown}`, field };
    default:
      return { reason, message: `Invalid value${shown}: ${message}`, field };
  }
}

/** The parts of a value that its schema describes, each with what it was before. */
function partsOf({ value, schema, path, old, isUnchanged }: Node): Node[] {
  const below = (part: unknown, own: Schema | undefined, step: string, before: unknown): Node[] => {
    if (own === undefined) return [];
    const unchanged = before === undefined ? isUnchanged : isEqual(part, before);
    const start = path === nowhere ? step.replace(/^\./, '') : `${path}${step}`;
    return [{ value: part, schema: own, path: start, old: before, isUnchanged: unchanged }];
  };
  if (Array.isArray(value)) {
    const find = itemFinder(old, schema);
    return value.flatMap((item, index) => below(item, schema.items, `[${index}]`, find(item)));
  }
  if (!isJsonRecord(value)) return [];
  const { properties = {}, additionalProperties: all } = schema;
  return Object.entries(value).flatMap(([name, part]) => {
    const before = isJsonRecord(old) && Object.hasOwn(old, name) ? old[name] : undefined;
    if (Object.hasOwn(properties, name)) return below(part, properties[name], `.${name}`, before);
    return typeof all === 'object' ? below(part, all, `[${name}]`, before) : [];
  });
}

/** Items can be told from each other by the keys of a list that is a map; of other lists, servers compare none. */
function itemFinder(old: unknown, schema: Schema): (item: unknown) => unknown {
  const keys = schema['x-kubernetes-list-map-keys'] ?? [];
  if (!Array.isArray(old) || schema['x-kubernetes-list-type'] !== 'map') return () => undefined;
  const keyOf = (item: unknown): string => JSON.stringify(keys.map((key) => (isJsonRecord(item) ? item[key] : item)));
  const byKey = new Map(old.map((item) => [keyOf(item), item as unknown]));
  return (item) => byKey.get(keyOf(item));
}

type Reader = (format: string, text: unknown) => unknown;
type Spend = (count: number) => void;

/** What a format becomes in CEL, by the function that reads it. */
const formats: Readonly<Record<string, string>> = { 'date-time': 'timestamp', duration: 'duration' };

/** Turns a value into what CEL sees of it: what the schema describes, with whole numbers as such. A Map may have any key. */
function toCel(
  value: unknown,
  { schema, isRoot = false }: Pick<Node, 'schema' | 'isRoot'>,
  read: Reader,
  spend: Spend,
): unknown {
  spend(1);
  if (Array.isArray(value)) {
    const { items } = schema;
    return items === undefined ? [] : value.map((item) => toCel(item, { schema: items }, read, spend));
  }
  if (isJsonRecord(value)) {
    const { properties = {}, additionalProperties: all } = schema;
    const isResource = isRoot || schema['x-kubernetes-embedded-resource'] === true;
    const known = isResource ? { ...properties, ...resourceFields } : properties;
    return new Map(
      Object.entries(value).flatMap(([name, part]) => {
        const own = Object.hasOwn(known, name) ? known[name] : undefined;
        if (own !== undefined) return [[escapedField(name), toCel(part, { schema: own }, read, spend)] as const];
        return typeof all === 'object' ? [[name, toCel(part, { schema: all }, read, spend)] as const] : [];
      }),
    );
  }
  const { type, format = '', 'x-kubernetes-int-or-string': isEither } = schema;
  if (typeof value === 'number') {
    return (type === 'integer' || isEither === true) && Number.isInteger(value) ? BigInt(value) : value;
  }
  const reader = Object.hasOwn(formats, format) ? formats[format] : undefined;
  return typeof value === 'string' && reader !== undefined ? read(reader, value) : value;
}

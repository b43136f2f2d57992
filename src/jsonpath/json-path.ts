import { requireBoolean, requireCount, requireObject, requireText } from '../shared/arguments.js';
import { InvalidJSONPathError, JSONPathMismatchError } from './errors.js';
import { printJson, printValue } from './print.js';
import { readTemplate } from './read-template.js';
import type { TemplatePart } from './step.js';
import { countValue, walk, type WalkContext } from './walk.js';

/** How a template is read, and what it may lead to. */
export interface JSONPathOptions {
  /**
   * Whether the text is one path, which may stand without braces and without its first dot (`.spec.a`, `spec.a`, `{.spec.a}`),
   * as `kubectl --sort-by` and custom columns take it. Otherwise what stands outside of braces is text. @default false
   */
  readonly relaxed?: boolean | undefined;
  /** Whether a field that is nowhere leads to nothing, as in `kubectl -o jsonpath`, or is an error. @default true */
  readonly allowMissingKeys?: boolean | undefined;
  /** The most values that all steps of one use may lead to. @default 10 million */
  readonly maxValues?: number | undefined;
  /** The most characters that {@link JSONPath.format} may give. @default 250 million */
  readonly maxTextLength?: number | undefined;
}

/** How {@link JSONPath.format} prints. */
export interface JSONPathFormat {
  /** Each group of values as an indented list in JSON, as `kubectl -o jsonpath-as-json` prints it. @default false */
  readonly json?: boolean | undefined;
}

/** A JSONPath template in kubectl's dialect, read once and used for as many values as you like. */
export interface JSONPath {
  /** As it was given. */
  readonly text: string;
  /**
   * What each part of the template leads to, in the order in which it is printed: a list of values for each path and each
   * text, those of a range for each of its values. Numbers may be `bigint` where the value has such.
   *
   * @throws JSONPathMismatchError where the template does not fit the value
   */
  find(value: unknown): readonly (readonly unknown[])[];
  /**
   * The value as text, as kubectl prints it: several values of one path with a blank between them, objects and lists as JSON.
   * Nothing is added at the end, no line break either.
   *
   * @throws JSONPathMismatchError where the template does not fit the value
   */
  format(value: unknown, format?: JSONPathFormat): string;
}

const longest = 10_000;
const bounds = { values: 10_000_000, textLength: 250_000_000 };

/**
 * Reads a JSONPath template as kubectl does: `{.spec.containers[*].image}`, `{.items[?(@.status.phase=="Running")].metadata.name}`,
 * `{range .items[*]}{.metadata.name}{"\n"}{end}`. It is a dialect of its own: `['a.b']` is `.a.b`, a dot in a name stands
 * behind a backslash (`.metadata.labels.app\.kubernetes\.io/name`), and a filter is one comparison.
 *
 * @throws InvalidJSONPathError for a text that is no template; InvalidArgumentError for what is no text
 * @example
 * const path = parseJSONPath('{.items[*].metadata.name}');
 * console.log(path.format(await handle.list())); // 'front-0 front-1'
 * @see https://kubernetes.io/docs/reference/kubectl/jsonpath/
 */
export function parseJSONPath(text: string, options: JSONPathOptions = {}): JSONPath {
  requireText('text', text);
  const {
    relaxed,
    allowMissingKeys = true,
    maxValues = bounds.values,
    maxTextLength = bounds.textLength,
  } = requireObject('options', options);
  requireBoolean('relaxed', relaxed);
  requireBoolean('allowMissingKeys', allowMissingKeys);
  requireCount('maxValues', maxValues);
  requireCount('maxTextLength', maxTextLength);
  if (text.length > longest) throw new InvalidJSONPathError(text, `it is longer than ${longest} characters`, longest);
  const template = relaxed === true ? inBraces(text) : text;
  const parts = readTemplate(template);

  const find: JSONPath['find'] = (value) => {
    const context: WalkContext = { template, allowMissingKeys, maxValues, count: 0 };
    return findIn(parts, value, context);
  };
  return Object.freeze<JSONPath>({
    text,
    find,
    format(value, { json = false } = {}) {
      let length = 0;
      const printed: string[] = [];
      for (const values of find(value)) {
        const texts = json
          ? [`${printOrTell(() => printJson(values, true))}\n`]
          : values.map((each) => printOrTell(() => printValue(each)));
        for (const [index, each] of texts.entries()) {
          const word = index === 0 ? each : ` ${each}`;
          length += word.length;
          if (length > maxTextLength) {
            const problem = `it prints more than ${maxTextLength} characters (the option maxTextLength)`;
            throw new JSONPathMismatchError(template, problem, 0);
          }
          printed.push(word);
        }
      }
      return printed.join('');
    },
  });

  function printOrTell(print: () => string): string {
    try {
      return print();
    } catch (error) {
      if (error instanceof RangeError) throw new JSONPathMismatchError(template, error.message, 0);
      throw error;
    }
  }
}

function findIn(parts: readonly TemplatePart[], value: unknown, context: WalkContext): (readonly unknown[])[] {
  return parts.flatMap((part) => {
    // A text in ranges in ranges may be there as often as any value.
    countValue(context, 0);
    switch (part.kind) {
      case 'text':
        return [[part.text]];
      case 'path':
        return [walk([value], part.steps, context)];
      case 'range':
        return walk([value], part.steps, context).flatMap((each) => findIn(part.body, each, context));
    }
  });
}

/** `spec.a`, `.spec.a` and `{.spec.a}` are one path; braces inside would make it several. */
function inBraces(text: string): string {
  const [, braced, bare] = /^(?:\{([^{}]*)\}|([^{}]*))$/.exec(text) ?? [];
  const path = braced ?? bare;
  if (path === undefined) {
    throw new InvalidJSONPathError(text, 'give one path: name, .name or {.name}', text.search(/[{}]/));
  }
  return /^(?:$|[.[@$])/.test(path) ? `{${path}}` : `{.${path}}`;
}

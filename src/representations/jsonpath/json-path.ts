import { requireCount, requireKnownOptions, type OptionChecks } from '../../core/shared/arguments.js';
import { InvalidJSONPathError, JSONPathMismatchError, readTemplate, type TemplatePart } from './parse.js';
import { type PrintBudget, printJson, printValue } from './print.js';
import { type WalkContext, countValue, walk } from './walk.js';

/** How to parse a template, and its limits. */
export interface JSONPathOptions {
  /**
   * Whether the text is a single path, with optional braces and first dot (`.spec.a`, `spec.a`, `{.spec.a}`), as
   * `kubectl --sort-by` and custom columns take it. Otherwise anything outside of braces is text. @default false
   */
  readonly relaxed?: boolean | undefined;
  /** Whether a missing field yields nothing, as in `kubectl -o jsonpath`, or is an error. @default true */
  readonly allowMissingKeys?: boolean | undefined;
  /** The maximum number of values that all steps of one evaluation may yield or pass. @default 10 million */
  readonly maxValues?: number | undefined;
  /** The maximum number of characters that {@link JSONPath.format} may return. @default 250 million */
  readonly maxTextLength?: number | undefined;
}

/** Options of {@link JSONPath.format}. */
export interface JSONPathFormat {
  /** Prints each group of values as an indented JSON list, as `kubectl -o jsonpath-as-json` does. @default false */
  readonly json?: boolean | undefined;
}

/** A JSONPath template in kubectl's dialect, parsed once and reusable for any number of values. */
export interface JSONPath {
  /** The template as it was given. */
  readonly text: string;
  /**
   * Returns the values of each part of the template, in the order in which it is printed: a list of values for each
   * path and each text; the parts of a range repeat for each of its values. Numbers may be `bigint` if the value has
   * them.
   *
   * @throws JSONPathMismatchError if the template does not fit the value
   */
  find(value: unknown): readonly (readonly unknown[])[];
  /**
   * Returns the values as text, as kubectl prints them: several values of one path separated by a blank, objects and
   * lists as JSON. Nothing is appended, not even a line break.
   *
   * @throws JSONPathMismatchError if the template does not fit the value
   */
  format(value: unknown, format?: JSONPathFormat): string;
}

const longest = 10_000;
const checks: OptionChecks<JSONPathOptions> = {
  relaxed: true,
  allowMissingKeys: true,
  maxValues: requireCount,
  maxTextLength: requireCount,
};
const bounds = { values: 10_000_000, textLength: 250_000_000 };

/**
 * Parses a JSONPath template as kubectl does: `{.spec.containers[*].image}`,
 * `{.items[?(@.status.phase=="Running")].metadata.name}`, `{range .items[*]}{.metadata.name}{"\n"}{end}`. The dialect
 * is kubectl's own: `['a.b']` is `.a.b`, a dot in a name is escaped by a backslash
 * (`.metadata.labels.app\.kubernetes\.io/name`), and a filter is a single comparison.
 *
 * @throws InvalidJSONPathError for an invalid template; InvalidArgumentError for a text that is not a string
 * @example
 * const path = parseJSONPath('{.items[*].metadata.name}');
 * console.log(path.format(await handle.list())); // 'front-0 front-1'
 * @see https://kubernetes.io/docs/reference/kubectl/jsonpath/
 */
export function parseJSONPath(text: string, options: JSONPathOptions = {}): JSONPath {
  const {
    relaxed,
    allowMissingKeys = true,
    maxValues = bounds.values,
    maxTextLength = bounds.textLength,
  } = requireKnownOptions(options, checks);
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
    format(value, format) {
      const json = format !== undefined && requireKnownOptions(format, { json: true }, 'format').json === true;
      const budget: PrintBudget = { left: maxTextLength, printed: new Map() };
      const found = find(value);
      const printed: string[] = [];
      try {
        for (const values of found) {
          if (json) printed.push(`${printJson(values, budget, true)}\n`);
          else {
            // One blank between two values.
            budget.left -= Math.max(0, values.length - 1);
            printed.push(values.map((each) => printValue(each, budget)).join(' '));
          }
        }
      } catch (error) {
        if (!(error instanceof RangeError)) throw error;
        const problem =
          budget.left < 0 ? `it prints more than ${maxTextLength} characters (maxTextLength)` : error.message;
        throw new JSONPathMismatchError(template, problem, 0);
      }
      return printed.join('');
    },
  });
}

function findIn(parts: readonly TemplatePart[], value: unknown, context: WalkContext): (readonly unknown[])[] {
  return parts.flatMap((part) => {
    // Texts count as well: nested ranges may repeat one as often as any value.
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

/** Wraps a path in braces: `spec.a`, `.spec.a` and `{.spec.a}` are the same; further braces would make it several. */
function inBraces(text: string): string {
  const [, braced, bare] = /^(?:\{([^{}]*)\}|([^{}]*))$/.exec(text) ?? [];
  const path = braced ?? bare;
  if (path === undefined) {
    throw new InvalidJSONPathError(text, 'specify one path: name, .name or {.name}', text.search(/[{}]/));
  }
  return /^(?:$|[.[@$])/.test(path) ? `{${path}}` : `{.${path}}`;
}

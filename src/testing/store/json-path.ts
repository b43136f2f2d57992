import { isJsonRecord } from '../../shared/json-record.js';

/** One step of a path: what it leads to from a value. */
type Step = (value: unknown) => readonly unknown[];

const field = /^\.((?:\\.|[^.[\\])+)/;
const quotedField = /^\[(?:'((?:\\.|[^'\\])*)'|"((?:\\.|[^"\\])*)")\]/;
const index = /^\[(-?\d+|\*)\]/;
const filter = /^\[\?\(@\.([\w.-]+)\s*==\s*(?:"([^"]*)"|'([^']*)')\)\]/;

/**
 * The first value that a simple JSONPath leads to, undefined when there is none: fields (`.spec.a`, `['a.b']`,
 * `.a\.b`), indexes (`[0]`, `[*]`) and filters (`[?(@.type=="Ready")]`). A path of any other form leads nowhere.
 * @see https://kubernetes.io/docs/reference/kubectl/jsonpath/
 */
export function valueAtPath(root: unknown, path: string): unknown {
  let values: readonly unknown[] = [root];
  for (const step of stepsOf(path)) values = values.flatMap(step);
  return values[0];
}

function stepsOf(path: string): Step[] {
  const steps: Step[] = [];
  let rest = path.replace(/^\$/, '').replace(/^(?=[^.[])/, '.');
  while (rest !== '') {
    const [length, step] = readStep(rest);
    if (length === 0) return [() => []];
    steps.push(step);
    rest = rest.slice(length);
  }
  return steps;
}

function readStep(rest: string): readonly [length: number, step: Step] {
  const named = field.exec(rest) ?? quotedField.exec(rest);
  if (named !== null) {
    const name = (named[1] ?? named[2] ?? '').replace(/\\(.)/g, '$1');
    return [named[0].length, (value) => member(value, name)];
  }
  const indexed = index.exec(rest);
  if (indexed !== null) {
    const place = indexed[1] ?? '*';
    return [indexed[0].length, (value) => (place === '*' ? all(value) : all(value).slice(Number(place)).slice(0, 1))];
  }
  const filtered = filter.exec(rest);
  if (filtered === null) return [0, () => []];
  const [text, path = '', double, single] = filtered;
  const wanted = double ?? single;
  return [text.length, (value) => all(value).filter((item) => valueAtPath(item, `.${path}`) === wanted)];
}

function member(value: unknown, name: string): readonly unknown[] {
  return isJsonRecord(value) && Object.hasOwn(value, name) ? [value[name]] : [];
}

function all(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

import { Document, type ScalarTag, visit } from 'yaml';
import { requireBoolean, requireKnownOptions, requireObject } from '../core/shared/arguments.js';
import { InvalidArgumentError } from '../core/shared/invalid-argument-error.js';
import { jsonEscapeOf } from '../core/shared/quote.js';
import { isJsonRecord, recordIn, type JsonRecord } from '../core/shared/json-record.js';
import type { AnswerBody } from '../core/media/answer-body.js';
import type { ListMeta } from '../core/model/kube-object.js';
import { markConverted } from '../core/representation/origin.js';
import type { Decoders, Offering } from '../core/representation/representation.js';
import { type ObjectShapes, wholeObject } from '../core/representation/whole-object.js';
import { parseMediaType, protobuf } from '../core/media/media-type.js';

/** Writes numbers with the digits that the server sent. */
const digits: ScalarTag = {
  identify: (value) => value instanceof ExactNumber || (isJsonRecord(value) && value['isLosslessNumber'] === true),
  default: true,
  tag: 'tag:yaml.org,2002:float',
  resolve: Number,
  stringify: ({ value }) => String(value),
};

// Characters that readers refuse or treat as the end of a line or of the text, or that change the text direction.
const escaped = /[\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff\ufffe\uffff]/g;
/**
 * `=` and times (`2001-12-14 21:59:43.`) of YAML 1.1, and blocks that begin with a tab or a blank line, which some
 * readers refuse.
 */
const mustQuote = new RegExp(
  `^=$|^\\d{4}-\\d\\d?-\\d\\d?(?:[Tt]|[ \\t]+)\\d|^ *\\t|^[ \\t]*\\n|^\\s+$|${escaped.source}`,
);
/** A number to kubectl's reader, which first removes all underscores: `0X1f`, `-0o7`, `+_1`. */
const numberOfGo = /^[-+]?(?:0[xX][\da-fA-F]+|0[oO][0-7]+|0[bB][01]+|(?:\.\d+|\d+(?:\.\d*)?)(?:[eE][-+]?\d+)?)$/;
const leadingKeys = ['apiVersion', 'kind', 'metadata'];

/** Options of {@link formatYaml}. */
export interface FormatYamlOptions {
  /** Whether `metadata.managedFields` is written, which is most of the text of an object. @default false */
  readonly managedFields?: boolean | undefined;
}

/**
 * Formats an object as one YAML document that readers of YAML 1.1 (kubectl) and 1.2 understand in the same way: text
 * that one of them would misread (`yes`, `1e3`, a time) is quoted, and invisible characters are escaped. apiVersion,
 * kind and metadata come first, all other keys in their order; `metadata.managedFields` is left out, as by `kubectl get
 * -o yaml`. A `LosslessNumber` of lossless-json keeps its digits.
 *
 * @throws InvalidArgumentError for a value that is nested too deeply, or contains itself
 * @example
 * process.stdout.write(formatYaml(toManifest(await handle.get('front'))));
 */
export function formatYaml(value: object, options: FormatYamlOptions = {}): string {
  const { managedFields = false } = requireKnownOptions(options, { managedFields: requireBoolean });
  return formatYamlValue(inOrder(value, managedFields));
}

/**
 * Formats any value as {@link formatYaml} does, with all keys in their order: for values other than Kubernetes objects.
 *
 * @throws InvalidArgumentError for a value that is nested too deeply, or contains itself
 * @example
 * process.stdout.write(formatYamlValue({ replicas: 3, image: 'web:1.4' }));
 */
export function formatYamlValue(value: unknown): string {
  try {
    const document = new Document(value, {
      aliasDuplicateObjects: false,
      compat: 'yaml-1.1',
      customTags: (tags) => [digits, ...tags],
    });
    // Escapes work only in double quotes.
    visit(document, {
      Scalar(_key, node) {
        if (typeof node.value === 'string' && isMistakable(node.value)) node.type = 'QUOTE_DOUBLE';
      },
    });
    return document.toString({ lineWidth: 0 }).replace(escaped, jsonEscapeOf);
  } catch (cause) {
    if (!(cause instanceof RangeError)) throw cause;
    throw new InvalidArgumentError('value', 'cannot be written as YAML: it is nested too deeply or is circular', {
      cause,
    });
  }
}

/** Reports whether a text needs quotes that the writer would not add by the rules of YAML 1.1 and 1.2. */
function isMistakable(text: string): boolean {
  return mustQuote.test(text) || (/^[-+.\d]/.test(text) && numberOfGo.test(text.replaceAll('_', '')));
}

function inOrder(value: object, managedFields: boolean): object {
  if (!isJsonRecord(value)) return value;
  const { managedFields: _, ...metadata } = recordIn(value, 'metadata');
  const shown: JsonRecord = managedFields || !isJsonRecord(value['metadata']) ? value : { ...value, metadata };
  const heads = leadingKeys.filter((key) => Object.hasOwn(shown, key)).map((key) => [key, shown[key]] as const);
  return Object.fromEntries([...heads, ...Object.entries(shown).filter(([key]) => !leadingKeys.includes(key))]);
}

/** Objects as YAML: one page of a list, or one object. */
export interface Yaml {
  /** All documents as one text, with `---` between them. */
  readonly text: string;
  /** One document for each object, with a line break at its end. */
  readonly documents: readonly string[];
  /** The metadata of the list. */
  readonly metadata: ListMeta;
}

/** One event of a watch in YAML; a bookmark is the same as in any other representation. */
export type YamlEvent<Event> =
  | { readonly type: 'ADDED' | 'MODIFIED' | 'DELETED'; readonly document: string }
  | Extract<Event, { readonly type: 'BOOKMARK' }>;

/** An event that can be converted to YAML. */
export interface YamlSourceEvent {
  /** What happened to the object. */
  readonly type: 'ADDED' | 'MODIFIED' | 'DELETED' | 'BOOKMARK';
  /** The object to convert to a document. */
  readonly object: object;
}

/** A representation whose results are objects, which can be converted to YAML. */
export type YamlSource<Many, Event extends YamlSourceEvent> = Offering & Decoders<object, Many, object, Event>;

/** Options of {@link yaml}. */
export interface YamlOptions<Many, Event extends YamlSourceEvent> {
  /**
   * The representation to convert: `manifest()` for git, `partialObjectMetadata()`, or your own whose items are
   * objects. If its decoders read JSON by `body.json()`, numbers keep the server's digits. @default wholeObject()
   */
  readonly of: YamlSource<Many, Event>;
}

/**
 * Represents objects as YAML, one document for each; `items()` yields documents. The client converts them, and
 * `originOf` returns `converted`: kube-apiserver's own `application/yaml` is one document for a whole list, and not
 * available for a watch. Numbers keep the digits that the server sent, even integers beyond 2^53, except in the state
 * of a watch that has to be listed (`{ poll }`, or a server without initial events), whose numbers are JavaScript's.
 *
 * @example
 * const deployments = client.resource('deployments').namespace('shop').as(yaml({ of: manifest() }));
 * for await (const document of deployments.items()) process.stdout.write(`---\n${document}`);
 */
export function yaml(): YamlRepresentation<ObjectShapes['event']>;
export function yaml<Many, Event extends YamlSourceEvent>(options: YamlOptions<Many, Event>): YamlRepresentation<Event>;
export function yaml<Many, Event extends YamlSourceEvent>(
  options: Partial<YamlOptions<Many, Event>> = {},
): YamlRepresentation<Event> {
  const { of = wholeObject() as YamlSource<Many, Event> } = requireKnownOptions(options, { of: requireObject });
  return {
    name: `yaml of ${of.name}`,
    offer: (...args) => of.offer(...args),
    decodeOne: (body, context) => joinDocuments([of.decodeOne(exact(body), context)], {}),
    decodeMany(body, context) {
      const list = of.decodeMany(exact(body), context);
      const metadata = isJsonRecord(list) && isJsonRecord(list['metadata']) ? list['metadata'] : {};
      return joinDocuments(of.itemsOf(list), { ...metadata, continue: of.continueOf(list) });
    },
    decodeEvents(context) {
      const decode = of.decodeEvents(context);
      return (frame) => {
        const event = decode(exact(frame));
        if (event.type === 'BOOKMARK') return event as Extract<Event, { readonly type: 'BOOKMARK' }>;
        return markConverted({ type: event.type, document: formatYaml(event.object, asSent) });
      };
    },
    itemsOf: ({ documents }) => documents,
    continueOf: ({ metadata }) => metadata.continue,
  };
}

/** The representation that {@link yaml} returns. */
export type YamlRepresentation<Event> = Offering & Decoders<Yaml, Yaml, string, YamlEvent<Event>>;

/** As servers write YAML. */
const asSent = { managedFields: true };

function joinDocuments(objects: readonly object[], metadata: ListMeta): Yaml {
  const documents = objects.map((object) => formatYaml(object, asSent));
  return markConverted({ text: documents.join('---\n'), documents, metadata });
}

function exact(body: AnswerBody): AnswerBody {
  return { ...body, json: () => exactJson(body) };
}

/** A number of an answer that JavaScript would write with other digits than the server: 9007199254740993, or 1.0. */
export class ExactNumber {
  constructor(
    /** The digits as received. */
    readonly digits: string,
  ) {}

  /** Returns the nearest JavaScript number. */
  valueOf(): number {
    return Number(this.digits);
  }

  toString(): string {
    return this.digits;
  }

  /** Returns a number, because JSON has no more exact form that every reader accepts. */
  toJSON(): number {
    return Number(this.digits);
  }
}

const token = /"[^"\\]*(?:\\.[^"\\]*)*"|-?\d[\d.eE+-]*/g;

/**
 * Parses the JSON of an answer as `body.json()` does, with an {@link ExactNumber} for each number whose digits
 * JavaScript would not keep. Throws what `body.json()` throws.
 */
export function exactJson(body: AnswerBody): unknown {
  // Throws a precise error if the text is not JSON: the expression for tokens is linear in JSON alone.
  const value = body.json();
  if (parseMediaType(body.mediaType ?? '')?.type === protobuf.type) return value;
  const text = body.text();
  const inQuotes = text.replace(token, (found) =>
    found.startsWith('"') || String(Number(found)) === found ? found : `"${found}"`,
  );
  return inQuotes === text ? value : exactIn(JSON.parse(inQuotes), value);
}

/** Turns digits in quotes into exact numbers, in place: wherever the same JSON without the quotes has a number. */
function exactIn(quoted: unknown, plain: unknown): unknown {
  if (typeof plain === 'number') return typeof quoted === 'string' ? new ExactNumber(quoted) : plain;
  if (typeof quoted !== 'object' || quoted === null) return quoted;
  const members = quoted as Record<string, unknown>;
  for (const key of Object.keys(members)) members[key] = exactIn(members[key], (plain as typeof members)[key]);
  return quoted;
}

import type { AnswerBody } from '../core/media/answer-body.js';
import { exactJson } from '../core/media/exact-json.js';
import type { ListMeta } from '../core/model/kube-object.js';
import { markConverted } from '../core/representation/origin.js';
import type { Decoders, Offering } from '../core/representation/representation.js';
import { wholeObject, type ObjectShapes } from '../core/representation/whole-object.js';
import { requireKnownOptions, requireObject } from '../core/shared/arguments.js';
import { isJsonRecord } from '../core/shared/json-record.js';
import { formatYaml } from './format-yaml.js';

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

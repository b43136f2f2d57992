import { quote } from '../../shared/quote.js';
import { protobuf } from '../media-type.js';
import { one, range, readMessage, textField, type Message, type MessageRecord } from './message.js';
import { partialObjectMetadataMessage, partialObjectMetadataList, status } from './meta-messages.js';
import { broken, brokenProtobuf, type Wire } from './wire.js';

/** A body to read, with the context for errors. */
export interface ProtobufBody {
  readonly bytes: Uint8Array;
  /** True for a frame of a watch, in which an event wraps the object. */
  readonly isEvent: boolean;
  readonly path: string;
  readonly conceal: (text: string) => string;
}

type Range = readonly [begin: number, end: number];

/** The record of {@link envelope}. */
interface Envelope {
  readonly typeMeta?: { readonly apiVersion?: string; readonly kind?: string };
  readonly raw?: Range;
  readonly contentEncoding?: string;
  readonly contentType?: string;
}

/** The record of {@link watchEvent}. */
interface Event {
  readonly type?: string;
  readonly object?: { readonly raw?: Range };
}

/** `k8s` and a zero byte, before every standalone object. */
const magic = [0x6b, 0x38, 0x73, 0];

/** `runtime.Unknown`: an object of any kind, with its type. */
const envelope: Message = {
  fields: {
    1: one('typeMeta', { fields: { 1: textField('apiVersion'), 2: textField('kind') } }),
    2: range('raw'),
    3: textField('contentEncoding'),
    4: textField('contentType'),
  },
};

const watchEvent: Message = {
  fields: { 1: textField('type'), 2: one('object', { fields: { 1: range('raw') } }) },
};

/** The kinds that can be read completely. */
const kinds: ReadonlyMap<string, Message> = new Map([
  ['meta.k8s.io/v1 PartialObjectMetadata', partialObjectMetadataMessage],
  ['meta.k8s.io/v1 PartialObjectMetadataList', partialObjectMetadataList],
  ['meta.k8s.io/v1 Status', status],
  ['v1 Status', status],
]);

/**
 * Reads an object in Kubernetes' protobuf, or an event of a watch, into what its JSON would be: only metadata and
 * Status, and without managedFields. Throws `MalformedAnswerError` for truncated or broken bytes, and
 * `UnreadableProtobufError` for any other kind, and for content compressed inside.
 * @see https://kubernetes.io/docs/reference/using-api/api-concepts/#protobuf-encoding
 */
export function readProtobuf({ bytes, isEvent, path, conceal }: ProtobufBody): MessageRecord {
  const wire: Wire = { bytes, at: 0, path, conceal };
  return isEvent ? readEvent(wire) : readObject(wire, bytes.byteLength);
}

function readEvent(wire: Wire): MessageRecord {
  const { type, object: { raw } = {} }: Event = readMessage(wire, wire.bytes.byteLength, watchEvent);
  if (raw === undefined) broken(wire, 'the event has no object');
  wire.at = raw[0];
  return { type, object: readObject(wire, raw[1]) };
}

function readObject(wire: Wire, end: number): MessageRecord {
  if (end - wire.at < magic.length || magic.some((byte, index) => wire.bytes[wire.at + index] !== byte)) {
    broken(wire, 'it does not begin with a Kubernetes object');
  }
  wire.at += magic.length;
  const read: Envelope = readMessage(wire, end, envelope);
  const { typeMeta: { apiVersion = '', kind = '' } = {}, raw, contentEncoding = '', contentType = '' } = read;
  if (raw === undefined) broken(wire, 'the envelope is empty');
  const message = kinds.get(`${apiVersion} ${kind}`);
  const form = contentEncoding || contentType;
  if (message === undefined || (form !== '' && form !== protobuf.type)) {
    brokenProtobuf(wire, `it is of kind ${quote(kind)}, apiVersion ${quote(apiVersion)} and form ${quote(form)}`);
  }
  wire.at = raw[0];
  return { kind, apiVersion, ...readMessage(wire, raw[1], message) };
}

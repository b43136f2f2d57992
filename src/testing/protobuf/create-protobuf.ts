import { envelope, magic, readMessage, type Envelope, type Wire } from '../../core/media/protobuf.js';
import type { KubeObject, ObjectLike } from '../../core/model/kube-object.js';
import type { JsonRecord } from '../../core/shared/json-record.js';
import { badRequest, internalError } from '../wire/refusals.js';
import { BrokenMessageError, decodeMessage } from './decode.js';
import { encodeMessage, UnwritableValueError, ByteWriter } from './encode.js';
import { readTable, type MessageType, type MessageTable } from './message-table.js';

/**
 * Reads and writes Kubernetes' protobuf: the option `protobuf` of `createFakeApiServer`.
 * @see https://kubernetes.io/docs/reference/using-api/api-concepts/#protobuf-encoding
 */
export interface FakeProtobuf {
  /** Reports whether objects of an apiVersion and kind can be written. */
  has(type: ObjectLike): boolean;
  /** Writes an object. @throws an answer of the server for a value that does not fit its field */
  encode(object: object): Uint8Array<ArrayBuffer>;
  /** Writes an event of a watch, with its length. @throws as `encode` */
  encodeEvent(event: { readonly type: string; readonly object: object }): Uint8Array<ArrayBuffer>;
  /**
   * Reads an object; `expected` is its type if it names none.
   * @throws an answer of the server for broken bytes, and for kinds that the server does not know
   */
  decode(bytes: Uint8Array, expected: ObjectLike): JsonRecord;
}

/** Reads and writes the kinds of a table of messages; see `readTable` for its form. */
export function createProtobuf(messages: string): FakeProtobuf {
  const table = readTable(messages);

  // An object is written for each of its watches, and for the answer.
  let last: { readonly object: object; readonly bytes: Uint8Array } | undefined;
  const writeObject = (to: ByteWriter, object: object): void => {
    if (last?.object !== object) {
      const own = new ByteWriter();
      writeNew(own, object);
      last = { object, bytes: own.bytes };
    }
    to.put(last.bytes);
  };

  const writeNew = (to: ByteWriter, object: object): void => {
    const { apiVersion = '', kind = '' } = object as ObjectLike;
    const message = table.messageOf(apiVersion, kind);
    if (message === undefined) throw internalError(`${apiVersion} ${kind} has no form in protobuf`);
    // The rest of the envelope, from its end: two empty texts behind the object, and the type before it.
    to.prefixed(4, () => undefined);
    to.prefixed(3, () => undefined);
    to.prefixed(2, () => {
      writeMessage(to, message, object);
    });
    to.prefixed(1, () => {
      for (const [index, text] of [kind, apiVersion].entries()) {
        to.prefixed(2 - index, () => {
          to.text(text);
        });
      }
    });
    to.put(Uint8Array.from(magic));
  };

  return {
    has: ({ apiVersion = '', kind = '' }) => table.messageOf(apiVersion, kind) !== undefined,
    encode: (object) => {
      const to = new ByteWriter();
      writeObject(to, object);
      return to.bytes;
    },
    encodeEvent: ({ type, object }) => {
      const to = new ByteWriter();
      to.prefixed(2, () => {
        to.prefixed(1, () => {
          writeObject(to, object);
        });
      });
      to.prefixed(1, () => {
        to.text(type);
      });
      const length = new Uint8Array(4);
      new DataView(length.buffer).setUint32(0, to.length);
      to.put(length);
      return to.bytes;
    },
    decode: (bytes, expected) => readObject(bytes, expected, table),
  };
}

/**
 * Creates a function that returns an object as Go writes it in JSON: with the structs and the fields that are always there,
 * without those that its kind does not have, and without what is empty. Objects of other kinds are returned as they are.
 */
export function createNormalize(messages: string): (object: KubeObject) => KubeObject {
  const table = readTable(messages);
  return (object) => {
    const { apiVersion, kind } = object;
    const message = table.messageOf(apiVersion, kind);
    if (message === undefined) return object;
    const to = new ByteWriter(true);
    try {
      encodeMessage(to, message, object);
    } catch (error) {
      if (!(error instanceof UnwritableValueError)) throw error;
      const version = apiVersion.split('/').at(-1) ?? '';
      throw badRequest(`${kind} in version "${version}" cannot be handled as a ${kind}: ${error.message}`);
    }
    const { bytes } = to;
    const wire: Wire = { bytes, at: 0, fault };
    const read = decodeMessage(wire, bytes.length, message, { messages: 0 });
    return { kind, apiVersion, ...read } as unknown as KubeObject;
  };
}

/** The error for broken bytes, which is answered. */
function fault(): Error {
  return new BrokenMessageError('the bytes are cut or no protobuf');
}

function writeMessage(to: ByteWriter, message: MessageType, object: object): void {
  try {
    encodeMessage(to, message, object as JsonRecord);
  } catch (error) {
    if (!(error instanceof UnwritableValueError)) throw error;
    throw internalError(`the stored object has no form in protobuf: ${error.message}`);
  }
}

function readObject(bytes: Uint8Array, expected: ObjectLike, table: MessageTable): JsonRecord {
  const unrecognized = (why: string): Error =>
    badRequest(`the object provided is unrecognized (must be of type ${expected.kind ?? ''}): ${why}`);
  if (bytes.length === 0) throw badRequest('empty data');
  if (magic.some((byte, index) => bytes[index] !== byte)) {
    const why = 'provided data does not appear to be a protobuf message, expected prefix [107 56 115 0]';
    throw badRequest(why);
  }
  if (bytes.length === magic.length) throw badRequest('empty body');
  const wire: Wire = { bytes, at: magic.length, fault };
  try {
    const { typeMeta = {}, raw = [bytes.length, bytes.length] }: Envelope = readMessage(wire, bytes.length, envelope);
    const { apiVersion = expected.apiVersion ?? '', kind = expected.kind ?? '' } = typeMeta;
    if (kind === '') throw unrecognized("Object 'Kind' is missing in '<binary>'");
    const message = table.messageOf(apiVersion, kind);
    if (message === undefined) {
      throw badRequest(`no kind ${JSON.stringify(kind)} is registered for version ${JSON.stringify(apiVersion)}`);
    }
    wire.at = raw[0];
    return { kind, apiVersion, ...decodeMessage(wire, raw[1], message, { messages: 0 }) };
  } catch (error) {
    if (error instanceof BrokenMessageError) throw unrecognized(error.message);
    throw error;
  }
}

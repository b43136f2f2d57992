import {
  flagField,
  integerField,
  many,
  one,
  readMessage,
  textField,
  textMap,
  word,
  words,
  type Field,
  type Message,
} from './message.js';
import { decodeText, readWord } from './text.js';
import { broken, lengthPrefixed, readEnd } from './wire.js';

// Defined as in pkg/apis/meta/v1/generated.proto of k8s.io/apimachinery. The fields that JSON omits are in types.go:
// `omitempty`.

/** The years 1 and 9999: RFC 3339 has no others. The very first second is Go's zero time. */
const noTime = -62_135_596_800;
const lastSecond = 253_402_300_799;

const timestamp: Message = { fields: { 1: integerField('seconds', 64) } };

/** A time, to the second as in JSON, which has null for no time; omitted here. */
function time(name: string): Field {
  return {
    wireType: lengthPrefixed,
    read(record, wire, end) {
      const stop = readEnd(wire, end);
      if (stop === wire.at) return;
      const { seconds = 0 } = readMessage(wire, stop, timestamp) as { readonly seconds?: number };
      if (seconds < noTime || seconds > lastSecond) broken(wire, `${name} is not a valid time`);
      if (seconds !== noTime) record[name] = `${new Date(seconds * 1000).toISOString().slice(0, 19)}Z`;
    },
  };
}

/** Closed, because a server that knows more about owners may use a new field to say who is meant. */
const ownerReference: Message = {
  begin: () => ({ apiVersion: '', kind: '', name: '', uid: '' }),
  fields: {
    1: word('kind'),
    3: word('name'),
    4: word('uid'),
    5: word('apiVersion'),
    6: flagField('controller'),
    7: flagField('blockOwnerDeletion'),
  },
  isClosed: true,
};

/** Without the managedFields (17), which are most of its size. */
const objectMeta: Message = {
  fields: {
    1: textField('name'),
    2: word('generateName'),
    3: word('namespace'),
    4: textField('selfLink'),
    5: textField('uid'),
    6: textField('resourceVersion'),
    7: integerField('generation', 64),
    8: time('creationTimestamp'),
    9: time('deletionTimestamp'),
    10: integerField('deletionGracePeriodSeconds', 64, 'kept'),
    11: textMap('labels', readWord),
    12: textMap('annotations', decodeText),
    13: many('ownerReferences', ownerReference),
    14: words('finalizers'),
  },
};

const listMeta: Message = {
  fields: {
    1: textField('selfLink'),
    2: textField('resourceVersion'),
    3: textField('continue'),
    4: integerField('remainingItemCount', 64, 'kept'),
  },
};

const statusCause: Message = { fields: { 1: textField('reason'), 2: textField('message'), 3: textField('field') } };

const statusDetails: Message = {
  fields: {
    1: textField('name'),
    2: textField('group'),
    3: textField('kind'),
    4: many('causes', statusCause),
    5: integerField('retryAfterSeconds', 32),
    6: textField('uid'),
  },
};

/** A failure, or the outcome of a delete. */
export const status: Message = {
  fields: {
    1: one('metadata', listMeta),
    2: textField('status'),
    3: textField('message'),
    4: textField('reason'),
    5: one('details', statusDetails),
    6: integerField('code', 32),
  },
};

/** The metadata of one object. */
export const partialObjectMetadataMessage: Message = { fields: { 1: one('metadata', objectMeta) } };

/** The metadata of many objects; JSON names the kind of each. */
export const partialObjectMetadataList: Message = {
  begin: () => ({ items: [] }),
  fields: {
    1: one('metadata', listMeta),
    2: many('items', {
      ...partialObjectMetadataMessage,
      begin: () => ({ kind: 'PartialObjectMetadata', apiVersion: 'meta.k8s.io/v1' }),
    }),
  },
};

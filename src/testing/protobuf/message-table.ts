/** A value that is no message of the table; its letter in the text of {@link readTable}. */
export type Scalar =
  /** A string. */
  | 's'
  /** An integer of 32 or 64 bits. */
  | 'n'
  /** A boolean. */
  | 'b'
  /** A floating-point number. */
  | 'd'
  /** Bytes: base64 in JSON. */
  | 'y'
  /** A quantity: `100m`. */
  | 'q'
  /** An integer or a string. */
  | 'i'
  /** A time, to the second. */
  | 't'
  /** A time, to the microsecond. */
  | 'm'
  /** Any JSON. */
  | 'x';

/** How often a value occurs: one (`:`), a pointer to one (`*`), a list, a map by strings, or fields of JSON's parent (`^`). */
export type Form = ':' | '*' | '[' | '{' | '^';

/** A field of a message. */
export interface MessageField {
  readonly number: number;
  /** The name in JSON. */
  readonly name: string;
  readonly form: Form;
  readonly type: Scalar | MessageType;
  /** Whether JSON has the field even if it is empty. */
  readonly always: boolean;
}

/** A message: the fields of a Go struct, by ascending number. */
export interface MessageType {
  readonly fields: readonly MessageField[];
  readonly byNumber: ReadonlyMap<number, MessageField>;
  /** Whether JSON has the value of the one field that is set, without its name. */
  readonly isUnion: boolean;
}

/** The messages of kinds. */
export interface MessageTable {
  /** Returns the message of a kind; undefined for a kind that the table does not have. */
  messageOf(apiVersion: string, kind: string): MessageType | undefined;
}

/** Kinds that every group-version has, such as DeleteOptions. */
const meta = 'meta.k8s.io/v1';

interface Line {
  readonly section: string;
  readonly name: string;
  readonly text: string;
}

/**
 * Reads the text that `test/fixtures/protobuf-table` writes. `@apps/v1` begins a group-version; each line after it has the
 * name of a message and its fields, in the order of their numbers, `7=` where one is left out. `+` marks a kind, `*` a kind
 * with a list; the metadata of both is left out, unless the fields begin with `-`. A field has its name in JSON, `!` or `?`
 * if JSON always or never has it when it is empty (always for a message, never for others), its form and its type: nothing
 * if it is called as the field, `.` if it is called as the message and the field. A name alone is a string.
 */
export function readTable(text: string): MessageTable {
  const lines = new Map<string, Line>();
  const kinds = new Map<string, string>();
  const messages = new Map<string, MessageType>();
  let section = '';
  for (const line of text.split('\n')) {
    if (line.startsWith('@')) section = line.slice(1);
    const [, mark = '', name = '', fields = ''] = /^([+*]?)(\w+)(?: (.*))?$/.exec(line) ?? [];
    if (name === '') continue;
    const own = mark === '' || fields.startsWith('-');
    const add = (of: string, written: string): void => {
      lines.set(`${section}.${of}`, { section, name: of, text: written });
      if (mark !== '') kinds.set(`${section} ${of}`, `${section}.${of}`);
    };
    add(name, own ? fields.replace(/^-/, '') : ['metadata:ObjectMeta', ...(fields === '' ? [] : [fields])].join());
    if (mark === '*') add(`${name}List`, `metadata:ListMeta,items![${name}`);
  }

  const messageNamed = (key: string): MessageType => {
    const known = messages.get(key);
    const line = lines.get(key);
    if (known !== undefined) return known;
    if (line === undefined) throw new Error(`the table of messages has no ${key}`);
    const isUnion = line.text.startsWith('|');
    const fields: MessageField[] = [];
    const byNumber = new Map<number, MessageField>();
    const message: MessageType = { fields, byNumber, isUnion };
    // Before its fields are read: they may contain it.
    messages.set(key, message);
    const written = line.text.slice(isUnion ? 1 : 0);
    for (const each of written === '' ? [] : written.split(',')) {
      const field = fieldOf(each, (fields.at(-1)?.number ?? 0) + 1, line);
      fields.push(field);
      byNumber.set(field.number, field);
    }
    return message;
  };
  const fieldOf = (written: string, next: number, { section, name: owner }: Line): MessageField => {
    const [, number, name = '', mark, form = ':', type = 's'] =
      /^(?:(\d+)=)?([^!?:*[{^]*)([!?]?)(?:([:*[{^])(.*))?$/.exec(written) ?? [];
    const capital = name.slice(0, 1).toUpperCase() + name.slice(1);
    const called = type === '' ? capital : type === '.' ? owner + capital : type;
    const isMessage = called.length > 1;
    const key = [`${section}.${called}`, `${meta}.${called}`, called].find((each) => lines.has(each)) ?? called;
    return {
      number: Number(number ?? next),
      name,
      form: form as Form,
      type: isMessage ? messageNamed(key) : (called as Scalar),
      always: mark === '!' || (mark === '' && isMessage && form === ':'),
    };
  };
  return {
    messageOf: (apiVersion, kind) => {
      const key = kinds.get(`${apiVersion} ${kind}`) ?? kinds.get(`${meta} ${kind}`);
      return key === undefined ? undefined : messageNamed(key);
    },
  };
}

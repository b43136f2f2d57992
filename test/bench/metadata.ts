import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { createClient, type RESTMapping, type Transport } from '../../src/index.js';
import type { CapturedPair } from '../fixtures/captured-pairs.js';
import captured from '../fixtures/protobuf/kube-1.36.json' with { type: 'json' };
import type { Bench } from './bench.js';
import { formatBytes, formatCount, formatRatio, formatTime } from './format.js';
import { collectGarbage, measureTogether } from './samples.js';

const run = promisify(execFile);

/** With this argument, the program measures the memory of one list and ends. */
export const metadataHeapFlag = '--metadata-heap';

const count = 5000;
const pods: RESTMapping = {
  resource: { group: '', version: 'v1', resource: 'pods' },
  kind: { group: '', version: 'v1', kind: 'Pod' },
  scope: 'Namespaced',
};

/** Measures the metadata of many objects. */
export const metadataBench: Bench = {
  name: 'metadata',
  title: 'The metadata of many objects',
  about:
    `The metadata of ${formatCount(count)} pods, as JSON and as protobuf. The bytes are in memory, so only the client is measured: \`list()\` ` +
    'compared with `JSON.parse` of the JSON form (as protobuf it must stay under 0.2×, and what is retained under 0.4×).',
  async run() {
    const forms = { json: bodyIn('json'), protobuf: bodyIn('protobuf') };
    const times = await measureTogether(
      {
        parse: () => parse(forms.json),
        json: () => listOf(forms.json),
        protobuf: () => listOf(forms.protobuf),
      },
      { rounds: 9, inARow: 2 },
    );
    const kept = {
      parse: await retained('parse'),
      json: await retained('json'),
      protobuf: await retained('protobuf'),
    };
    const row = (name: string, what: keyof typeof kept, { content }: Body): readonly string[] => [
      name,
      formatBytes(content.byteLength),
      formatTime(times[what].median),
      formatRatio(times[what].median / times.parse.median),
      formatBytes(kept[what] / count),
      formatRatio(kept[what] / kept.parse),
    ];
    return {
      columns: ['', 'bytes', 'time', 'to `JSON.parse`', 'kept for each object', 'to `JSON.parse`'],
      rows: [
        row('`JSON.parse`', 'parse', forms.json),
        row('`list()` in JSON', 'json', forms.json),
        row('`list()` in protobuf', 'protobuf', forms.protobuf),
      ],
    };
  },
};

interface Body {
  readonly content: Uint8Array;
  readonly mediaType: string;
}

function parse({ content }: Body): unknown {
  return JSON.parse(new TextDecoder().decode(content));
}

async function listOf({ content, mediaType }: Body): Promise<unknown> {
  const transport: Transport = {
    send: () => Promise.resolve({ status: 200, headers: { 'content-type': mediaType }, body: onePiece(content) }),
    close: () => undefined,
  };
  const client = createClient({ server: 'http://metadata.example', transport });
  try {
    return await client.handle(pods).as('PartialObjectMetadata').list();
  } finally {
    await client.close();
  }
}

async function* onePiece(content: Uint8Array): AsyncGenerator<Uint8Array> {
  yield content;
}

/** Returns a list of copies of the captured pod, each with another name and uid. */
function bodyIn(form: 'json' | 'protobuf'): Body {
  const { 'a running pod': pod } = captured as Record<string, CapturedPair>;
  if (pod === undefined) throw new Error('there is no pod');
  const { metadata } = JSON.parse(pod.json) as { metadata: { name: string; uid: string } };
  const names = Array.from({ length: count }, (_, index) => {
    const digits = String(index).padStart(5, '0');
    return { name: metadata.name.replace(/\d{5}$/, digits), uid: metadata.uid.replace(/^.{5}/, digits) };
  });
  const encode = (text: string): Buffer => Buffer.from(text, 'latin1');
  if (form === 'json') {
    const items = names.map(({ name, uid }) => pod.json.replace(metadata.name, name).replace(metadata.uid, uid));
    const head =
      '{"kind":"PartialObjectMetadataList","apiVersion":"meta.k8s.io/v1","metadata":{"resourceVersion":"9"},"items":[';
    return { content: encode(`${head}${items.join(',')}]}`), mediaType: 'application/json' };
  }
  const envelope = Buffer.from(pod.protobuf, 'base64').toString('latin1');
  // The object follows its kind, after the tag and the length of the content of the envelope.
  const kind = 'PartialObjectMetadata';
  const begin = envelope.indexOf(kind) + kind.length;
  let last = begin + 1;
  while (envelope.charCodeAt(last) >= 0x80) last += 1;
  const item = envelope.slice(last + 1, -4);
  const items = names.map(({ name, uid }) => field(2, item.replace(metadata.name, name).replace(metadata.uid, uid)));
  const typeMeta = field(1, `${field(1, 'meta.k8s.io/v1')}${field(2, `${kind}List`)}`);
  const list = field(2, `${field(1, field(2, '9'))}${items.join('')}`);
  return { content: encode(`k8s\0${typeMeta}${list}`), mediaType: 'application/vnd.kubernetes.protobuf' };
}

/** Encodes a field of bytes, one for each character. */
function field(number: number, content: string): string {
  let length = '';
  let rest = content.length;
  for (; rest >= 0x80; rest = Math.floor(rest / 0x80)) length += String.fromCharCode((rest % 0x80) + 0x80);
  return `${String.fromCharCode(number * 8 + 2)}${length}${String.fromCharCode(rest)}${content}`;
}

const keepers: Readonly<Record<string, () => unknown>> = {
  parse: () => parse(bodyIn('json')),
  json: () => listOf(bodyIn('json')),
  protobuf: () => listOf(bodyIn('protobuf')),
};

async function retained(what: keyof typeof keepers): Promise<number> {
  const { stdout } = await run(process.execPath, ['--expose-gc', process.argv[1] ?? '', metadataHeapFlag, what]);
  return Number(stdout);
}

/** Prints by how many bytes the retained data has grown the heap. */
export async function printMetadataHeap(what: string | undefined): Promise<void> {
  const keep = keepers[what ?? ''];
  if (keep === undefined) throw new Error(`nothing is called ${what ?? ''}`);
  await warmUp(keep);
  const before = heapUsed();
  const kept = await keep();
  const grown = heapUsed() - before;
  process.stdout.write(String(grown));
  // Used here, so that it stays alive until now.
  if (kept === undefined) throw new Error('nothing is kept');
}

/** Runs once for the code itself, in a stack frame that ends. */
async function warmUp(keep: () => unknown): Promise<void> {
  await keep();
}

function heapUsed(): number {
  for (let time = 0; time < 3; time += 1) collectGarbage();
  return process.memoryUsage().heapUsed;
}

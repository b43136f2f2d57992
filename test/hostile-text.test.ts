import { describe, expect, it } from 'vitest';
import { createAnswerBody } from '../src/core/media/answer-body.js';
import { exactJson } from '../src/yaml/yaml-representation.js';
import { parseMediaType } from '../src/core/media/media-type.js';
import { formatCsv, parseCsv } from '../src/representations/csv.js';
import { formatTable } from '../src/core/representation/print/text.js';
import type { Table } from '../src/core/representation/table/table.js';
import { apiErrorOf } from '../src/core/transport/api-failure.js';
import { concealerOf } from '../src/core/transport/request-head.js';
import { connectionErrorOf } from '../src/core/transport/connection-failure.js';
import { ApiError } from '../src/core/transport/errors.js';
import { parseWarnings } from '../src/core/transport/observers.js';

// Whoever may write an object chooses texts that every reader of it processes. An expression that reads a text again
// from each of its characters takes minutes here; a linear one takes a fraction of a second.

const size = 1_000_000;
const texts: Readonly<Record<string, string>> = {
  blanks: `${' '.repeat(size)}x`,
  tabs: `${'\t'.repeat(size)}x`,
  'line breaks': `${'\n'.repeat(size)}x`,
  semicolons: `${';'.repeat(size)}x`,
  'semicolons and blanks': `${'; '.repeat(size / 2)}x`,
  quotes: '"'.repeat(size),
  'escaped quotes that never end': `"${'\\"'.repeat(size / 2)}`,
  backslashes: '\\'.repeat(size),
  digits: `${'1'.repeat(size)}x`,
  'digits and dots': '1.'.repeat(size / 2),
  signs: `${'='.repeat(size)}x`,
  escapes: '\u001b['.repeat(size / 2),
  'words of exact numbers': Array.from({ length: size / 20 }, (_, index) => `kubeatlas ${index} `).join(''),
};

function table(text: string): Table {
  const column = { name: 'Name', type: 'string', format: '', description: text, priority: 0 };
  return {
    apiVersion: 'meta.k8s.io/v1',
    kind: 'Table',
    metadata: {},
    columnDefinitions: [column],
    rows: [{ cells: [text], object: undefined }],
  };
}

function conflictOf(message: string): ApiError {
  const status = { details: { causes: [{ reason: 'FieldManagerConflict', field: '.a', message }] } };
  return new ApiError({ method: 'PATCH', path: '/x', statusCode: 409, fromServer: true, status });
}

function refusal(mediaType: string, content: string): ApiError {
  const conceal = concealerOf({ authorization: 'Bearer abcdefghijklmnopqrstuvwxyz' });
  const headers = { 'content-type': mediaType };
  return apiErrorOf({ method: 'GET', path: '/x', status: 500, headers, content, conceal });
}

const readers: Readonly<Record<string, (text: string) => unknown>> = {
  formatCsv: (text) => formatCsv(table(text), { defuse: true }),
  parseCsv,
  formatTable: (text) => formatTable(table(text), { now: 0 }),
  conflicts: (text) => conflictOf(text).conflicts,
  'a Status': (text) => refusal('application/json', JSON.stringify({ kind: 'Status', message: text })).message,
  'a page of a proxy': (text) => refusal('text/html', text).message,
  'a lost connection': (message) =>
    connectionErrorOf(new Error(message), { method: 'GET', url: 'https://host', conceal: String }, false),
  warnings: parseWarnings,
  'a warning': (text) => parseWarnings(`299 - "a"${text}`),
  'a media type': (text) => parseMediaType(`application/json;a=${text}`),
  JSON: (text) => thrownBy(() => createAnswerBody({ content: text }).json()),
  'JSON that breaks off': (text) => thrownBy(() => createAnswerBody({ content: `{"a":${text}` }).json()),
  'exact JSON': (text) => exactJson(createAnswerBody({ content: JSON.stringify({ [text]: text }) })),
  'what is not exact JSON': (text) => thrownBy(() => exactJson(createAnswerBody({ content: text }))),
};

function thrownBy(act: () => unknown): unknown {
  try {
    return act();
  } catch (error) {
    return error;
  }
}

describe.each(Object.keys(texts))('a megabyte of %s', (name) => {
  it.each(Object.keys(readers))('is read in linear time: %s', (reader) => {
    const begun = performance.now();
    readers[reader]?.(texts[name] ?? '');
    expect(performance.now() - begun).toBeLessThan(2000);
  });
});

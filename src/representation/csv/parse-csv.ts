const cell = /"([^"]*(?:""[^"]*)*)"|([^",\r\n]*)/y;
const end = /,|\r\n|\n|\r|$/y;

/** Where CSV cannot be read. */
export interface CsvFlaw {
  /** In characters from the begin. */
  readonly position: number;
}

/**
 * The records of CSV by RFC 4180, each the texts of its cells; lines may end with CR or LF alone, and the last one may have no
 * end. Lines without anything are left out. Answers where a quote stands that should not, or has no end.
 */
export function parseCsv(text: string): readonly string[][] | CsvFlaw {
  const records: string[][] = [];
  let record: string[] = [];
  let position = text.startsWith('\ufeff') ? 1 : 0;
  while (position < text.length || record.length > 0) {
    cell.lastIndex = position;
    const [whole = '', inQuotes, bare = ''] = cell.exec(text) ?? [];
    end.lastIndex = position + whole.length;
    const separator = end.exec(text)?.[0];
    if (separator === undefined) return { position: position + whole.length };
    record.push(inQuotes === undefined ? bare : inQuotes.replaceAll('""', '"'));
    position = end.lastIndex;
    if (separator === ',') continue;
    if (record.length > 1 || whole !== '') records.push(record);
    record = [];
  }
  return records;
}

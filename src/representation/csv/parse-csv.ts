const cell = /"([^"]*(?:""[^"]*)*)"|([^",\r\n]*)/y;
const end = /,|\r\n|\n|\r|$/y;

/** Where CSV is malformed. */
export interface CsvFlaw {
  /** In characters from the beginning. */
  readonly position: number;
}

/**
 * Parses CSV (RFC 4180) into records of cells. Lines may end with CR or LF alone, and the last line may have no line
 * end; empty lines are skipped. Returns the position of a quote that is misplaced or never closed.
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

/** What was found, each member as a line and in the order of code units; or the class of the error. */
export type Answer = readonly string[] | ErrorClass;

/** `unavailable` is an answer of ours only: client-go does not tell what is unknown from what is not there. */
export type ErrorClass = 'no match' | 'ambiguous' | 'error' | 'unavailable';

/** client-go's answers about one set of documents: for each question those that were seen, more than one when it is random. */
export interface SeenAnswers {
  /** Of the documents and the questions; the answers are worth nothing for others. */
  readonly fingerprint: string;
  readonly seen: readonly (readonly Answer[])[];
}

export function isSame(a: Answer, b: Answer): boolean {
  return a === b || JSON.stringify(a) === JSON.stringify(b);
}

/**
 * True when answers seen at one time contradict those seen at another. Of what is answered at random each time others
 * may be seen, so that one in common is enough.
 */
export function contradict(before: readonly Answer[], after: readonly Answer[]): boolean {
  return !before.some((answer) => after.some((other) => isSame(answer, other)));
}

interface AnswerFile {
  readonly fingerprint: string;
  /** Each different answer once. */
  readonly answers: readonly Answer[];
  /** Per question, in base 36, the place of its answer: `3`; `3|a` when two were seen, `3*5` for five questions in a row. */
  readonly seen: readonly string[];
}

const width = 110;

/** The text of an answer file. The same answers make the same text. */
export function writeAnswers({ fingerprint, seen }: SeenAnswers): string {
  const places = new Map<string, number>();
  const codes = seen.map((answers) =>
    answers
      .map((answer) => {
        const text = JSON.stringify(answer);
        const place = places.get(text) ?? places.size;
        places.set(text, place);
        return place.toString(36);
      })
      .join('|'),
  );
  const answers = [...places.keys()].map((text) => `  ${text}`).join(',\n');
  const lines = wrap(joinRuns(codes)).map((line) => `  ${JSON.stringify(line)}`);
  return `{\n "fingerprint": "${fingerprint}",\n "answers": [\n${answers}\n ],\n "seen": [\n${lines.join(',\n')}\n ]\n}\n`;
}

export function readAnswers(text: string): SeenAnswers {
  const file = JSON.parse(text) as AnswerFile;
  const answerAt = (code: string): Answer => {
    const answer = file.answers[parseInt(code, 36)];
    if (answer === undefined) throw new RangeError(`there is no answer ${code}`);
    return answer;
  };
  const seen = file.seen.flatMap((line) =>
    line.split(' ').flatMap((run) => {
      const [codes = '', times = '1'] = run.split('*');
      const answers = codes.split('|').map(answerAt);
      return new Array<readonly Answer[]>(Number(times)).fill(answers);
    }),
  );
  return { fingerprint: file.fingerprint, seen };
}

function joinRuns(codes: readonly string[]): string[] {
  const runs: { readonly code: string; times: number }[] = [];
  for (const code of codes) {
    const last = runs.at(-1);
    if (last?.code === code) last.times += 1;
    else runs.push({ code, times: 1 });
  }
  return runs.map(({ code, times }) => (times === 1 ? code : `${code}*${times}`));
}

function wrap(words: readonly string[]): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of words) {
    if (line !== '' && line.length + word.length >= width) {
      lines.push(line);
      line = '';
    }
    line += line === '' ? word : ` ${word}`;
  }
  if (line !== '') lines.push(line);
  return lines;
}

/**
 * Asks client-go all questions anew and compares with the answers that are committed:
 * `tsx test/conformance/run.ts [--write]`. With `--write` the new answers take their place.
 */
import { readFile, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { contradict, readAnswers, writeAnswers, type Answer, type SeenAnswers } from './answers.js';
import { buildClientGo, hasGo, NotBuiltError, type ClientGo } from './ask-client-go.js';
import { describeQuestion } from './questions/question.js';
import { allSubjects, type Subject } from './subject.js';

const write = process.argv.includes('--write');
const atMost = 10;

if (await hasGo()) {
  try {
    await askAll();
  } catch (error) {
    if (!(error instanceof NotBuiltError)) throw error;
    fail(`client-go could not be built: ${error.message}`);
  }
} else fail('npm run suite -- conformance asks client-go, which needs Go: install it (https://go.dev/dl)');

async function askAll(): Promise<void> {
  const begun = performance.now();
  const subjects = await allSubjects();
  const clientGo = await buildClientGo();
  try {
    const waiting = [...subjects].sort((a, b) => b.questions.length - a.questions.length);
    const work = async (): Promise<void> => {
      for (let subject = waiting.shift(); subject !== undefined; subject = waiting.shift()) {
        await askAbout(clientGo, subject);
      }
    };
    await Promise.all(Array.from({ length: os.availableParallelism() }, work));
  } finally {
    await clientGo.remove();
  }
  const asked = subjects.reduce((sum, { questions }) => sum + questions.length, 0);
  say(`${asked} questions about ${subjects.length} documents, ${Math.round((performance.now() - begun) / 1000)} s`);
}

async function askAbout(clientGo: ClientGo, subject: Subject): Promise<void> {
  const file = path.join(import.meta.dirname, 'answers', `${subject.name}.json`);
  const answers: SeenAnswers = { fingerprint: subject.fingerprint, seen: await clientGo.ask(subject) };
  const random = answers.seen.filter((seen) => seen.length > 1).length;
  say(`${subject.name}: ${answers.seen.length} questions, ${random} answered at random`);
  if (write) await writeFile(file, writeAnswers(answers));
  else compare(subject, readAnswers(await readFile(file, 'utf8')), answers);
}

function compare({ name, questions }: Subject, committed: SeenAnswers, now: SeenAnswers): void {
  if (committed.fingerprint !== now.fingerprint) {
    fail(`${name}: the committed answers are to other questions; write them anew with --write`);
    return;
  }
  const changed = questions.flatMap((question, place) => {
    const [before = [], after = []] = [committed.seen[place], now.seen[place]];
    return contradict(before, after) ? [`${describeQuestion(question)}: ${tell(before)}, now ${tell(after)}`] : [];
  });
  if (changed.length === 0) return;
  fail(`${name}: ${changed.length} answers are not those committed\n  ${changed.slice(0, atMost).join('\n  ')}`);
}

function tell(answers: readonly Answer[]): string {
  return answers.map((answer) => JSON.stringify(answer)).join(' or ');
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

function fail(message: string): void {
  process.stderr.write(`${message}\n`);
  process.exitCode = 1;
}

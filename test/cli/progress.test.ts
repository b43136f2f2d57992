import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createProgressLine, showAnswerCount } from '../../src/cli/terminal/output.js';
import { cli, server } from './support.js';

function onTerminal() {
  let output = '';
  const stderr = {
    async write(text: string) {
      output += text;
    },
  };
  return { line: createProgressLine(stderr, true), output: () => output };
}

describe('a progress line', () => {
  it('escapes what a terminal would interpret', async () => {
    const { line, output } = onTerminal();
    line.show('waiting for pods/\u009b31m\u202ea\u001b[2J\nb');
    await line.clear();
    expect(output()).toContain('\r\u001b[Kwaiting for pods/\\u009b31m\\u202ea\\u001b[2J b');
  });
});

describe('a line of output', () => {
  it('never lands inside of a progress line, however slow the terminal is', async () => {
    let output = '';
    const turns: (() => void)[] = [];
    const stderr = {
      async write(text: string) {
        await new Promise<void>((resolve) => turns.push(resolve));
        output += text;
      },
    };
    const line = createProgressLine(stderr, true);
    line.show('read 1 of 3');
    const written = line.clear(() => stderr.write('Warning: deprecated\n'));
    line.show('read 2 of 3');
    const ended = line.clear();
    line.show('read 3 of 3');
    let isOver = false;
    const over = line.clear().then(() => (isOver = true));
    // eslint-disable-next-line @typescript-eslint/no-unnecessary-condition -- it changes meanwhile
    while (!isOver) {
      turns.shift()?.();
      await new Promise((resolve) => setImmediate(resolve));
    }
    await Promise.all([written, ended, over]);
    const wipe = '\r\u001b[K';
    expect(output.split(wipe)).toEqual([
      '',
      'read 1 of 3',
      'Warning: deprecated\n',
      'read 2 of 3',
      '',
      'read 3 of 3',
      '',
    ]);
  });

  it('rejects as its output does, and the next is written all the same', async () => {
    const { line, output } = onTerminal();
    const failed = new Error('closed');
    await expect(line.clear(() => Promise.reject(failed))).rejects.toBe(failed);
    line.show('read 2 of 3');
    await line.clear();
    expect(output()).toContain('read 2 of 3');
  });
});

describe('a command that says nothing of its own', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it('tells each second how far it is', async () => {
    let answers = 0;
    const { line, output } = onTerminal();
    const waiting = showAnswerCount(line, true, () => answers);
    await vi.advanceTimersByTimeAsync(999);
    expect(output()).toBe('');
    answers = 1;
    await vi.advanceTimersByTimeAsync(1);
    expect(output()).toBe('\r\u001b[Kwaiting for the server, 1 answer so far');
    answers = 12;
    await vi.advanceTimersByTimeAsync(1000);
    expect(output()).toContain('12 answers so far');
    waiting.stop();
    expect(vi.getTimerCount()).toBe(0);
  });

  it.each<[string, (waiting: ReturnType<typeof showAnswerCount>) => void]>([
    ['it tells more itself', ({ line }) => line.show('counted 3 of 9')],
    ['it clears the line', ({ line }) => void line.clear()],
    ['it prints', ({ stop }) => stop()],
  ])('does not after %s', async (_what, act) => {
    const { line, output } = onTerminal();
    act(showAnswerCount(line, true, () => 0));
    await vi.advanceTimersByTimeAsync(5000);
    expect(output()).not.toContain('waiting for the server');
    expect(vi.getTimerCount()).toBe(0);
  });

  it('does not where nobody looks', () => {
    showAnswerCount(onTerminal().line, false, () => 0);
    expect(vi.getTimerCount()).toBe(0);
  });

  it.each(['owners pod/front-0 -n web', 'rules check -', 'describe pod/front-0 -n web'])(
    '%s: tells it',
    async (words) => {
      const api = server();
      api.configure({ latencyMs: 1500 });
      const webhook =
        'apiVersion: admissionregistration.k8s.io/v1\nkind: ValidatingWebhookConfiguration\nmetadata: { name: a }\nwebhooks: []';
      const running = cli(api, words, { showsProgress: true, readInput: () => Promise.resolve(webhook) });
      let isDone = false;
      void running.then(() => {
        isDone = true;
      });
      const hasEnded = (): boolean => isDone;
      while (!hasEnded()) await vi.advanceTimersByTimeAsync(500);
      const { stderr, stdout } = await running;
      expect(stderr).toContain('waiting for the server, ');
      expect(stdout).not.toContain('waiting');
      expect(vi.getTimerCount()).toBe(0);
    },
  );
});

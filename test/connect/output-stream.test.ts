import { describe, expect, it } from 'vitest';
import { outputStream, type OutputStream } from '../../src/connect/output-stream.js';

const lost = Object.assign(new Error('lost'), { code: 'connection' });
const chunk = new Uint8Array(100_000);

/** Fills an output with five pieces, more than wait for a reader, and fails it. */
async function fill(output: OutputStream): Promise<void> {
  for (let count = 0; count < 5; count += 1) await output.write(chunk);
  output.fail(lost);
}

/** The ways in which people read a stream. */
const readers: readonly [
  name: string,
  read: (stream: OutputStream['stream'], take: (bytes: number) => void) => unknown,
][] = [
  [
    'a reader',
    async (stream, take) => {
      const reader = stream.getReader();
      for (let next = await reader.read(); !next.done; next = await reader.read()) take(next.value.byteLength);
    },
  ],
  [
    'a loop',
    async (stream, take) => {
      for await (const { byteLength } of stream) take(byteLength);
    },
  ],
  [
    'a pipe that is slow',
    (stream, take) => {
      const write = async ({ byteLength }: Uint8Array): Promise<void> => {
        await new Promise((resolve) => setImmediate(resolve));
        take(byteLength);
      };
      return stream.pipeTo(new WritableStream({ write }));
    },
  ],
];

describe('an output whose connection is lost', () => {
  it.each(readers)('gives %s all that came before, and then the loss', async (_, read) => {
    const output = outputStream();
    let bytes = 0;
    void fill(output);
    const reading = Promise.resolve(read(output.stream, (more) => (bytes += more)));
    await expect(reading).rejects.toBe(lost);
    expect(bytes).toBe(500_000);
  });

  it('no longer holds its writer up', async () => {
    const output = outputStream();
    const filling = fill(output);
    output.release();
    await filling;
    const reader = output.stream.getReader();
    for (let count = 0; count < 5; count += 1) expect((await reader.read()).value).toBe(chunk);
    await expect(reader.read()).rejects.toBe(lost);
  });

  it('tells a reader that waits', async () => {
    const output = outputStream();
    const reading = output.stream.getReader().read();
    output.fail(lost);
    await expect(reading).rejects.toBe(lost);
  });
});

describe('an output', () => {
  it('drops what waits where it is ended by this side', async () => {
    const output = outputStream();
    await output.write(new Uint8Array(1));
    output.fail(new Error('aborted'));
    await expect(output.stream.getReader().read()).rejects.toThrow('aborted');
  });

  it('is whole once it is closed, whatever fails then', async () => {
    const output = outputStream();
    await output.write(new Uint8Array(1));
    output.close();
    output.fail(new Error('late'));
    const reader = output.stream.getReader();
    expect([(await reader.read()).value?.byteLength, (await reader.read()).done]).toEqual([1, true]);
  });

  it('lets its writer go on where nobody reads any more', async () => {
    const output = outputStream();
    const filling = fill(output);
    await output.stream.cancel();
    await filling;
  });
});

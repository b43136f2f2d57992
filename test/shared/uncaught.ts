import { onTestFinished } from 'vitest';

/** Gathers what is thrown where nobody catches it, until the test is over. */
export function uncaught(): unknown[] {
  const seen: unknown[] = [];
  const others = process.listeners('uncaughtException');
  const note = (error: unknown): void => void seen.push(error);
  process.removeAllListeners('uncaughtException');
  process.on('uncaughtException', note);
  onTestFinished(() => {
    process.off('uncaughtException', note);
    for (const each of others) process.on('uncaughtException', each);
  });
  return seen;
}

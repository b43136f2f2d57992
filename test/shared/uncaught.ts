import { onTestFinished } from 'vitest';

const events = ['uncaughtException', 'unhandledRejection'] as const;

/** Gathers errors that nobody catches and rejections that nobody handles, until the test is over. */
export function uncaught(): unknown[] {
  const seen: unknown[] = [];
  const note = (error: unknown): void => void seen.push(error);
  for (const event of events) {
    const others = process.listeners(event as 'uncaughtException');
    process.removeAllListeners(event);
    process.on(event, note);
    onTestFinished(() => {
      process.off(event, note);
      for (const each of others) process.on(event, each);
    });
  }
  return seen;
}

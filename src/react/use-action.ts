import { useCallback, useEffect, useRef, useState } from 'react';
import { isKubeError } from '../core/errors.js';

/**
 * Why the server refused a write:
 * - `conflict`: 409. Somebody else has changed the object since, or manages the fields: read it again.
 * - `forbidden`: 401 or 403. The user may not do it.
 * - `invalid`: 400 or 422. The server does not accept the object.
 * - `failed`: anything else, such as a lost connection.
 */
export type ActionRefusal = 'conflict' | 'forbidden' | 'invalid' | 'failed';

/** The state of an action, and how to start it. */
export interface Action<Args extends readonly unknown[], Result> {
  /**
   * Starts the action. Never rejects: what fails is `error`. Undefined then, and if a later start or the end of the component came
   * first.
   */
  readonly run: (...args: Args) => Promise<Result | undefined>;
  /** Whether the last start has yet to end. */
  readonly isRunning: boolean;
  /** The result of the last start; undefined if it failed. */
  readonly result: Result | undefined;
  /** Why the last start failed. */
  readonly error: unknown;
  /** The kind of `error`; undefined without one. */
  readonly refusal: ActionRefusal | undefined;
}

const refusals: Readonly<Record<number, ActionRefusal>> = {
  400: 'invalid',
  401: 'forbidden',
  403: 'forbidden',
  409: 'conflict',
  422: 'invalid',
};

function refusalOf(error: unknown): ActionRefusal {
  return (isKubeError(error) && error.code === 'api' ? refusals[error.statusCode] : undefined) ?? 'failed';
}

type Outcome<Result> = Pick<Action<never, Result>, 'isRunning' | 'result' | 'error' | 'refusal'>;

/**
 * An action on the server that a component starts, such as a write, with its outcome: conflict and missing permission are told
 * apart. Of several starts, the last one counts.
 *
 * @example
 * const { run, refusal } = useAction((name: string) => handle.delete(name));
 */
export function useAction<Args extends readonly unknown[], Result>(
  act: (...args: Args) => Promise<Result>,
): Action<Args, Result> {
  const [outcome, setOutcome] = useState<Outcome<Result>>({
    isRunning: false,
    result: undefined,
    error: undefined,
    refusal: undefined,
  });
  const latestAct = useRef(act);
  const starts = useRef(0);
  useEffect(() => {
    latestAct.current = act;
  });
  useEffect(() => () => void (starts.current += 1), []);
  const run = useCallback(async (...args: Args): Promise<Result | undefined> => {
    const start = (starts.current += 1);
    setOutcome({ isRunning: true, result: undefined, error: undefined, refusal: undefined });
    const end = (next: Partial<Outcome<Result>>): void => {
      if (start !== starts.current) return;
      setOutcome({ isRunning: false, result: undefined, error: undefined, refusal: undefined, ...next });
    };
    try {
      const result = await latestAct.current(...args);
      end({ result });
      return start === starts.current ? result : undefined;
    } catch (error) {
      end({ error, refusal: refusalOf(error) });
      return undefined;
    }
  }, []);
  return { run, ...outcome };
}

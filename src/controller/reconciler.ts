import { onAbort } from '../core/shared/abort.js';
import { callQuietly } from '../core/shared/call-quietly.js';
import { InvalidArgumentError } from '../core/shared/invalid-argument-error.js';
import { KubeError } from '../core/shared/kube-error.js';
import { quote } from '../core/shared/quote.js';
import type { ControllerSettings, ReconcileContext } from './controller-options.js';
import { ReconcileTimeoutError, TerminalError } from './errors.js';
import { measureWith } from './metrics.js';
import { requestKey, type ReconcileRequest } from './reconcile-request.js';
import type { EnteredShard } from './share/sharing-gate.js';
import type { TakenItem, WorkQueue } from './work-queue.js';

/** A running reconcile. */
export interface RunningReconcile {
  /** The object that it reconciles. */
  readonly request: ReconcileRequest;
  /** When it began, in milliseconds of the clock. */
  readonly startedAt: number;
  /** Whether it is past its deadline. */
  readonly isHanging: boolean;
}

/** Shared, because an abort without a reason creates an error each time. */
const isOver = new Error('the reconcile has ended');

type Result = 'success' | 'requeue' | 'requeue_after' | 'error' | 'terminal_error';

/** Creates what runs the reconciles of a controller, one at a time for each worker, and requeues requests. */
export function createReconciler(
  { name, reconcile, reconcileTimeoutMs, onError, onMeasurement, clock }: ControllerSettings,
  queue: WorkQueue<ReconcileRequest>,
  /** Aborts all running reconciles. */
  stopping: AbortSignal,
  contextOf: (request: ReconcileRequest) => Omit<ReconcileContext<unknown>, 'signal' | 'attempt'>,
) {
  const running = new Set<RunningReconcile>();
  let finished = 0;

  const measure = measureWith(onMeasurement, { 'controller.name': name });

  /** Calls the reconcile with its deadline. A late result still counts, because the work is done. */
  const settle = async (
    { item: request, priority, failures }: TakenItem<ReconcileRequest>,
    run: { isHanging: boolean } & RunningReconcile,
    within: EnteredShard | undefined,
  ): Promise<Result> => {
    const attempt = failures + 1;
    const own = new AbortController();
    const over = new AbortController();
    const follow = (signal: AbortSignal) => onAbort(signal, () => own.abort(signal.reason));
    // Its deadline is not reported after a stop, and no timer keeps the process alive.
    const offs = [follow(stopping), onAbort(stopping, () => over.abort(isOver)), within && follow(within.signal)];
    if (reconcileTimeoutMs !== Infinity) {
      clock.sleep(reconcileTimeoutMs, over.signal).then(
        () => {
          run.isHanging = true;
          const error = new ReconcileTimeoutError(name, requestKey(request), reconcileTimeoutMs);
          measure?.('controller.reconcile.timeouts', 1);
          callQuietly(() => onError(error, { at: 'deadline', request, attempt, retryInMs: undefined }));
          own.abort(error);
        },
        () => undefined,
      );
    }
    try {
      stopping.throwIfAborted();
      const context = { ...contextOf(request), ...(within && { client: within.client }), signal: own.signal, attempt };
      const afterMs = requeueOf('reconcile', await reconcile(request, context));
      if (afterMs !== undefined && afterMs <= 0) {
        queue.retry(request, { priority });
        return 'requeue';
      }
      queue.forget(request);
      if (afterMs === undefined) return 'success';
      queue.add(request, { priority, afterMs });
      return 'requeue_after';
    } catch (error) {
      const isTerminal = error instanceof TerminalError;
      if (isTerminal) queue.forget(request);
      const retryInMs = isTerminal || queue.closed ? undefined : queue.retry(request, { priority });
      // A deadline is reported when it passes; a close, and a handover to another member, are no failures.
      const isReported =
        (error instanceof KubeError && error.code === 'not-holder') ||
        (stopping.aborted && error === stopping.reason) ||
        (run.isHanging && error instanceof ReconcileTimeoutError);
      if (!isReported) {
        callQuietly(() => onError(error, { at: 'reconcile', request, attempt, retryInMs }));
      }
      return isTerminal ? 'terminal_error' : 'error';
    } finally {
      for (const off of offs) off?.();
      over.abort(isOver);
    }
  };

  return {
    running: running as ReadonlySet<RunningReconcile>,
    /** How many reconciles have finished. */
    get finished(): number {
      return finished;
    },
    /** Never rejects. */
    async run(taken: TakenItem<ReconcileRequest>, within?: EnteredShard): Promise<void> {
      const run = { request: taken.item, startedAt: clock.now(), isHanging: false };
      running.add(run);
      measure?.('controller.reconcile.active', 1);
      const result = await settle(taken, run, within);
      measure?.('controller.reconcile.active', -1);
      measure?.('controller.reconcile.duration', (clock.now() - run.startedAt) / 1000, { 'controller.result': result });
      running.delete(run);
      finished += 1;
      queue.done(taken.item);
    },
  };
}

/** Reads `requeueAfterMs`; throws `InvalidArgumentError` for a value that `step`, a reconcile or cleanup, may not return. */
export function requeueOf(step: string, result: unknown): number | undefined {
  if (result === undefined) return undefined;
  // An error that is returned and not thrown is no success.
  if (typeof result !== 'object' || result === null || result instanceof Error) {
    throw new InvalidArgumentError(step, 'must return nothing or { requeueAfterMs }');
  }
  const other = Object.keys(result).find((key) => /^requeue/i.test(key) && key !== 'requeueAfterMs');
  if (other !== undefined) {
    throw new InvalidArgumentError(step, `must return { requeueAfterMs }, not ${quote(other)}`);
  }
  const { requeueAfterMs }: { requeueAfterMs?: unknown } = result;
  if (requeueAfterMs === undefined) return undefined;
  if (typeof requeueAfterMs === 'number' && Number.isFinite(requeueAfterMs)) return requeueAfterMs;
  throw new InvalidArgumentError('requeueAfterMs', 'must be a finite number of milliseconds');
}

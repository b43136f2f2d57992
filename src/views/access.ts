import { canI, type AccessQuestion } from '../core/access/can-i.js';
import type { Client } from '../core/client.js';
import { requireClient } from '../core/shared/arguments.js';
import { createView, createViewRegistry, type LiveView } from './view.js';

/** Whether the user may do something, as a user interface shows it. */
export interface AccessState {
  /** Undefined until the server has answered, and if it cannot be asked. */
  readonly isAllowed: boolean | undefined;
  /** Why it could not be asked. */
  readonly error: unknown;
}

const unknown: AccessState = Object.freeze({ isAllowed: undefined, error: undefined });
const inRegistry = createViewRegistry();

/**
 * Returns a {@link LiveView} of whether the user of a client may do something: asked once while anybody shows it. The server decides
 * again at each request.
 *
 * @example
 * const deletion = viewAccess(client, { verb: 'delete', resource: 'pods', namespace: 'shop' });
 * deletion.subscribe(() => console.log(deletion.getSnapshot().isAllowed));
 * @throws InvalidArgumentError if `client` is not a client; what else is wrong is the `error` of the state
 * @see https://kubernetes.io/docs/reference/access-authn-authz/authorization/#checking-api-access
 */
export function viewAccess(client: Client, question: Omit<AccessQuestion, 'signal'>): LiveView<AccessState> {
  requireClient(client);
  const { verb, resource, subresource, namespace, name, path } = question;
  const key = JSON.stringify([verb, resource, subresource, namespace, name, path]);
  return inRegistry(client, key, () =>
    createView(unknown, (changed) => {
      const ending = new AbortController();
      let state = unknown;
      const ask = async (): Promise<void> => {
        try {
          state = Object.freeze({
            isAllowed: await canI(client, { ...question, signal: ending.signal }),
            error: undefined,
          });
        } catch (error) {
          state = Object.freeze({ isAllowed: undefined, error });
        }
        if (!ending.signal.aborted) changed();
      };
      void ask();
      return {
        read: () => state,
        end() {
          ending.abort();
        },
      };
    }),
  );
}

import { inspect } from 'node:util';
import { describe, expect, it } from 'vitest';
import { KubeconfigError, loadKubeconfig, type LoadKubeconfigOptions } from '../../../src/kubeconfig/index.js';
import { KubeError } from '../../../src/core/shared/kube-error.js';
import { oneContext, tlsFixture, tempFolder, type OneContext } from '../temp-folder.js';

const adaKey = await tlsFixture('ada.key');

/** Stands wherever a secret may stand. */
export const secret = 'hunter2';
export const inBase64 = Buffer.from(secret).toString('base64');

/** A mistake, and what is reported of it. */
export interface Bad {
  readonly rule: string;
  readonly kubeconfig?: string | object;
  readonly parts?: OneContext;
  readonly options?: LoadKubeconfigOptions;
  /** The code of the error, without `kubeconfig-`; that of the table where it is left out. */
  readonly code?: string;
  readonly field?: string;
  readonly context?: string;
  readonly says: string | RegExp;
}

/** What holds for all mistakes of a table that do not say otherwise. */
export interface Expectation {
  readonly code: string;
  readonly context?: string;
  /** Whether the mistake is in the file, which is then named. */
  readonly inFile: boolean;
}

/** Declares the tests of a table of mistakes. */
export function testMistakes(what: string, table: readonly Bad[], { code, context, inFile }: Expectation): void {
  describe(`a mistake in ${what}`, () => {
    it.each(table)('is reported with its location: $rule', async (bad) => {
      const { error, file } = await failureOf(bad);
      expect(error).toBeInstanceOf(KubeconfigError);
      expect(error).toBeInstanceOf(KubeError);
      expect(error).toMatchObject({
        code: `kubeconfig-${bad.code ?? code}`,
        file: inFile ? file : undefined,
        context: bad.context ?? context,
        field: bad.field,
        message: expect.stringMatching(bad.says) as string,
      });
      if (bad.field !== undefined) expect((error as Error).message).toContain(bad.field);
      if (inFile) expect((error as Error).message).toContain(file);
    });

    it.each(table)('shows no secret: $rule', async (bad) => {
      const { error } = await failureOf(bad);
      const shown = inspect(error, { depth: null, showHidden: true });
      for (const each of [secret, inBase64, adaKey.base64.slice(0, 40)]) expect(shown).not.toContain(each);
    });
  });
}

async function failureOf({ kubeconfig, parts, options: more }: Bad): Promise<{ error: unknown; file: string }> {
  const { write } = await tempFolder();
  const file = await write('config', kubeconfig ?? oneContext(parts));
  const error: unknown = await loadKubeconfig({ path: file, ...more }).then(
    () => undefined,
    (reason: unknown) => reason,
  );
  return { error, file };
}

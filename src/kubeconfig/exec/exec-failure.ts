import { stripVTControlCharacters } from 'node:util';
import { quote } from '../../shared/quote.js';
import {
  ExecPluginFailedError,
  ExecPluginMissingError,
  ExecPluginOutputError,
  ExecPluginTimeoutError,
  type KubeconfigError,
} from '../errors.js';
import type { ExecConfig } from './exec-config.js';
import type { KnownSecrets } from './known-secrets.js';
import type { CommandOutcome } from './run-command.js';

/** A plugin that was run, and what is known of it. */
export interface FailedRun {
  readonly config: ExecConfig;
  readonly secrets: KnownSecrets;
  readonly timeoutMs: number;
}

/**
 * The error for a plugin that gave no credential. What it printed is not shown, and of its complaints one line, with
 * every secret that is known blotted out.
 */
export function execFailureOf(outcome: CommandOutcome, { config, secrets, timeoutMs }: FailedRun): KubeconfigError {
  const { place, command } = config;
  const plugin = `the plugin ${quote(command)}`;
  switch (outcome.ending) {
    case 'not started':
      return outcome.reason === 'ENOENT'
        ? missing(config, secrets)
        : new ExecPluginFailedError(`${plugin} cannot be started (${outcome.reason})`, place);
    case 'killed':
      return new ExecPluginFailedError(`${plugin} was ended by ${outcome.by}`, place);
    case 'too late':
      return new ExecPluginTimeoutError(
        `${plugin} gave no credential within ${timeoutMs} ms, and was ended`,
        place,
        timeoutMs,
      );
    case 'too much output':
      return new ExecPluginOutputError(`${plugin} printed far more than a credential, and was ended`, place);
    case 'exited': {
      const said = firstLine(secrets.blot(outcome.stderr, outcome.output));
      const what = `${plugin} failed with exit code ${outcome.exitCode}${said === '' ? '' : `: ${quote(said)}`}`;
      return new ExecPluginFailedError(what, place, outcome.exitCode);
    }
  }
}

function missing({ command, installHint, place }: ExecConfig, secrets: KnownSecrets): ExecPluginMissingError {
  const hint = installHint === undefined ? '' : secrets.blot(oneLine(installHint));
  const advice = hint === '' ? 'install the plugin, or put it on the PATH' : `the kubeconfig says: ${hint}`;
  const about = { command, installHint: hint === '' ? undefined : hint };
  return new ExecPluginMissingError(`there is no command ${quote(command)}; ${advice}`, place, about);
}

/** A hint may come with line breaks and colours; what is left is for any terminal. */
function oneLine(text: string): string {
  return stripVTControlCharacters(text)
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()
    .slice(0, 500);
}

function firstLine(text: string): string {
  return (
    text
      .split('\n')
      .map((line) => line.trim())
      .find((line) => line !== '') ?? ''
  );
}

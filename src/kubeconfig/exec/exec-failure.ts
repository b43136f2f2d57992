import { stripVTControlCharacters } from 'node:util';
import { quote } from '../../core/shared/quote.js';
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

export interface FailedRun {
  readonly config: ExecConfig;
  readonly secrets: KnownSecrets;
  readonly timeoutMs: number;
}

/**
 * Returns the error for a plugin that provided no credential. Its output is not shown; of its standard error one line
 * is, with every known secret redacted.
 */
export function execFailureOf(outcome: CommandOutcome, { config, secrets, timeoutMs }: FailedRun): KubeconfigError {
  const { location, command } = config;
  const plugin = `the plugin ${quote(command)}`;
  switch (outcome.ending) {
    case 'not started':
      return outcome.reason === 'ENOENT'
        ? missing(config, secrets)
        : new ExecPluginFailedError(`${plugin} could not be started (${outcome.reason})`, location);
    case 'killed':
      return new ExecPluginFailedError(`${plugin} was terminated by ${outcome.by}`, location);
    case 'too late':
      return new ExecPluginTimeoutError(
        `${plugin} returned no credential within ${timeoutMs} ms and was terminated`,
        location,
        timeoutMs,
      );
    case 'too much output':
      return new ExecPluginOutputError(`${plugin} printed far more than a credential and was terminated`, location);
    case 'exited': {
      const stderrLine = firstLine(secrets.redact(outcome.stderr, outcome.output));
      const what = `${plugin} failed with exit code ${outcome.exitCode}${stderrLine === '' ? '' : `: ${quote(stderrLine)}`}`;
      return new ExecPluginFailedError(what, location, outcome.exitCode);
    }
  }
}

function missing({ command, installHint, location }: ExecConfig, secrets: KnownSecrets): ExecPluginMissingError {
  const hint = installHint === undefined ? '' : secrets.redact(oneLine(installHint));
  const advice = hint === '' ? 'install the plugin, or add it to the PATH' : `the kubeconfig says: ${hint}`;
  const about = { command, installHint: hint === '' ? undefined : hint };
  return new ExecPluginMissingError(`command ${quote(command)} not found; ${advice}`, location, about);
}

/** Makes a hint safe for any terminal: without line breaks, colours and other control characters. */
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

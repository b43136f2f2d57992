import { stripVTControlCharacters } from 'node:util';
import { quote } from '../../shared/quote.js';
import type { ExecConfig } from './exec-config.js';
import {
  ExecPluginFailedError,
  ExecPluginMissingError,
  ExecPluginOutputError,
  ExecPluginTimeoutError,
} from '../errors.js';
import type { KubeconfigError } from '../errors.js';
import type { CommandOutcome } from './run-command.js';

/** The error for a plugin that gave no credential. What it printed is not shown, and of its complaints one line. */
export function execFailureOf(outcome: CommandOutcome, config: ExecConfig, timeoutMs: number): KubeconfigError {
  const { place, command } = config;
  const plugin = `the plugin ${quote(command)}`;
  switch (outcome.ending) {
    case 'not started':
      return outcome.reason === 'ENOENT'
        ? missing(config)
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
      const said = firstLine(withoutSecrets(outcome.stderr, config));
      const what = `${plugin} failed with exit code ${outcome.exitCode}${said === '' ? '' : `: ${quote(said)}`}`;
      return new ExecPluginFailedError(what, place, outcome.exitCode);
    }
  }
}

function missing({ command, installHint, place }: ExecConfig): ExecPluginMissingError {
  const hint = installHint === undefined ? '' : oneLine(installHint);
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

/**
 * A plugin's complaint without what the kubeconfig gave to it and may be a secret: values of its variables, and of
 * its flags, as in `--secret=x` and `--secret x`.
 */
function withoutSecrets(text: string, { env, args }: ExecConfig): string {
  const flagValues = args.flatMap((arg, index) => {
    if (!arg.startsWith('-')) return args[index - 1]?.startsWith('-') ? [arg] : [];
    return arg.includes('=') ? [arg.slice(arg.indexOf('=') + 1)] : [];
  });
  return [...env.map(([, value]) => value), ...flagValues]
    .filter((value) => value.length >= 4)
    .sort((a, b) => b.length - a.length)
    .reduce((clean, value) => clean.replaceAll(value, '[hidden]'), text);
}

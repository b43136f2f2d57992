import type { Command, Option } from 'commander';

/** The command line up to the cursor. */
export interface CursorContext {
  /** The command so far; the program itself before there is one. */
  readonly command: Command;
  /** The words that are not flags, without the command. */
  readonly operands: readonly string[];
  /** The flags before the cursor with their values, as far as they can be understood. */
  readonly flags: Readonly<Record<string, unknown>>;
  /** The flag whose value to complete. */
  readonly option: Option | undefined;
  /** The typed part of the word. */
  readonly word: string;
  /** The text before it in the same word: `--context=`. */
  readonly before: string;
}

/**
 * Returns the words of a command line as a program would get them; a shell passes them to completion as typed. Removes
 * quotes, and expands `~/` and existing variables, but runs nothing. The last word may be unfinished.
 */
export function unquoteWords(words: readonly string[], env: Readonly<Record<string, string | undefined>>): string[] {
  const filled = (text: string): string =>
    text.replace(
      /\$(?:(\w+)|\{(\w+)\})/g,
      (whole, name?: string, braced?: string) => env[name ?? braced ?? ''] ?? whole,
    );
  const read = (word: string): string =>
    word
      .replace(/^~(?=\/|$)/, (tilde) => (env['HOME'] === undefined ? tilde : '$HOME'))
      .replace(
        /'([^']*)'|"((?:[^"\\]|\\.)*)"|\\(.)|[^'"\\]+/gs,
        (whole, single?: string, double?: string, escaped?: string) =>
          single ?? escaped ?? filled(double?.replace(/\\(["\\])/g, '$1') ?? whole),
      );
  return words.map((word, index) => (index < words.length - 1 ? read(word) : withoutQuotes(word)));
}

/** Removes the quotes of an unfinished word, whose last quote may be open. */
function withoutQuotes(word: string): string {
  return word.replace(
    /'([^']*)'?|"((?:[^"\\]|\\.)*)"?|\\(.?)|[^'"\\]+/gs,
    (whole, single?: string, double?: string, escaped?: string) =>
      single ?? escaped ?? double?.replace(/\\(["\\$`])/g, '$1') ?? whole,
  );
}

/** The command line to complete. */
export interface CompletionRequest {
  /** The words after the name of the program, as typed; the last one is unfinished. */
  readonly words: readonly string[];
  /** The start of the last word, without quotes, that the shell keeps: candidates continue after it. */
  readonly keptPrefix: string;
}

/** Reads `__complete WORDS...`, or `__complete-line LINE PART`, whose shell replaces only PART, at the end of the line. */
export function readCompletionRequest([form, ...given]: readonly string[]): CompletionRequest {
  if (form === '__complete') return { words: given, keptPrefix: '' };
  const [line = '', givenPart = ''] = given;
  // Behind sudo, bash passes the character at which it splits words instead of the empty part after it.
  const part = /^[:=@]$/.test(givenPart) ? '' : givenPart;
  const [, ...words] = line.match(/(?:[^\s'"\\]|'[^']*(?:'|$)|"(?:[^"\\]|\\.)*(?:"|\\?$)|\\(?:.|$))+|\s$/gs) ?? [];
  const typed = words.map((word) => (/^\s$/.test(word) ? '' : word));
  const last = typed.at(-1) ?? '';
  return {
    words: typed,
    keptPrefix: last.endsWith(part) ? withoutQuotes(last.slice(0, last.length - part.length)) : '',
  };
}

/** Reads the words of a command line, the last of which is unfinished. Ignores unknown flags. */
export function readCursor(program: Command, words: readonly string[]): CursorContext {
  const flags: Record<string, unknown> = {};
  const operands: string[] = [];
  let command = program;
  let waiting: Option | undefined;
  let areFlagsOver = false;
  for (const word of words.slice(0, -1)) {
    if (waiting !== undefined) {
      flags[waiting.attributeName()] = word;
      waiting = undefined;
    } else if (areFlagsOver || !word.startsWith('-') || word === '-') {
      const next: Command | undefined = operands.length > 0 ? undefined : subcommand(command, word);
      if (next === undefined) operands.push(word);
      else command = next;
    } else if (word === '--') areFlagsOver = true;
    else waiting = readFlag(command, word, flags);
  }
  const last = words.at(-1) ?? '';
  if (waiting !== undefined) return { command, operands, flags, option: waiting, word: last, before: '' };
  const equals = last.startsWith('--') ? last.indexOf('=') : -1;
  const option = equals < 0 || areFlagsOver ? undefined : optionOf(command, last.slice(0, equals));
  if (option === undefined) return { command, operands, flags, option, word: last, before: '' };
  return { command, operands, flags, option, word: last.slice(equals + 1), before: last.slice(0, equals + 1) };
}

/** Returns the flags that a command accepts: its own, and those of all commands. */
export function optionsOf(command: Command): readonly Option[] {
  const inherited = command.parent === null ? [] : optionsOf(command.parent);
  return [...command.options, ...inherited].filter(({ hidden }) => !hidden);
}

/** Records a flag; returns it if its value is the next word. */
function readFlag(command: Command, word: string, flags: Record<string, unknown>): Option | undefined {
  const equals = word.indexOf('=');
  const name = equals < 0 ? word : word.slice(0, equals);
  const option = optionOf(command, name);
  if (option !== undefined) {
    if (equals > 0) flags[option.attributeName()] = word.slice(equals + 1);
    else if (option.required) return option;
    else flags[option.attributeName()] = !option.negate;
    return undefined;
  }
  // Short flags may carry their value: -nweb.
  const short = /^-[^-]/.test(word) ? optionOf(command, word.slice(0, 2)) : undefined;
  if (short?.required === true) flags[short.attributeName()] = word.slice(2).replace(/^=/, '');
  return undefined;
}

function optionOf(command: Command, name: string): Option | undefined {
  return optionsOf(command).find(({ long, short }) => long === name || short === name);
}

export function subcommand(command: Command, word: string): Command | undefined {
  return command.commands.find((each) => each.name() === word);
}

import { Help, type AddHelpTextContext, type Command, type HelpConfiguration, type Option } from 'commander';

/**
 * The layout of help: `--help` prints one screen, with a line for each argument, command and flag, and two examples;
 * `kubeatlas help COMMAND` prints the full help. `kubeatlas options` lists the flags of all commands.
 */
export const helpLayout: HelpConfiguration = {
  optionDescription,
  formatHelp: (command, helper) => (isWhole(command) ? wholeHelp(command, helper) : screenOf(command, helper)),
};

/**
 * Returns the text after the flags of a command: a description, then `Examples:` with one per line. The short help has
 * only the first two examples.
 */
export function furtherHelp(text: string): (context: AddHelpTextContext) => string {
  const [, examples = ''] = text.split('\nExamples:\n');
  return ({ command }) => {
    if (isWhole(command)) return `${text}\n\nFlags of all commands: kubeatlas options`;
    // The list of commands leaves room for no example on a screen.
    const few = command.parent === null ? [] : examples.split('\n').slice(0, 2);
    const name = command.parent?.parent ? `${command.parent.name()} ${command.name()}` : command.name();
    const where = command.parent === null ? 'help' : `help ${name}`;
    return `${few.map((line) => `\n${line}`).join('')}${few.length > 0 ? '\n' : ''}More: kubeatlas ${where}. Flags of all commands: kubeatlas options.`;
  };
}

/** The option value that requests the full help. */
export const wholeHelpFlag = 'wholeHelp';

function isWhole(command: Command): boolean {
  return command.optsWithGlobals()[wholeHelpFlag] === true;
}

/** Lists the flags of all commands, for `kubeatlas options`. */
export function helpOfFlags(program: Command): string {
  const helper = program.createHelp();
  const flags = program.options.filter((option) => !option.hidden);
  const width = Math.max(...flags.map(({ flags: term }) => term.length));
  const rows = flags.map((option) => `  ${option.flags.padEnd(width)}  ${helper.optionDescription(option)}`);
  return `These flags may come before or after every command:\n\n${rows.join('\n')}\n`;
}

/** Commands that share a line where all are listed: that list fits on one screen. */
const sharedLines: readonly { readonly names: readonly string[]; readonly about: string }[] = [
  { names: ['wait', 'scale'], about: 'Wait for a condition of objects; show or set replicas.' },
  { names: ['logs', 'exec', 'attach'], about: 'Print logs; run a command in a container; attach.' },
  { names: ['port-forward', 'cp'], about: 'Forward local ports to a pod; copy files.' },
  { names: ['dashboard', 'proxy'], about: 'Open a dashboard; connect your own pages.' },
  { names: ['aliases', 'owners'], about: 'Show endpoints of the same objects; draw owners.' },
];

/** The line of a command in the list of all; none for the second command of a line. */
function lineOf(command: Command): readonly Row[] {
  const name = command.name();
  const shared = sharedLines.find(({ names }) => names.includes(name));
  if (shared === undefined) return [[name, command.description()]];
  return shared.names[0] === name ? [[shared.names.join(', '), shared.about]] : [];
}

type Row = readonly [term: string, about: string];

function screenOf(command: Command, helper: Help): string {
  const isProgram = command.parent === null;
  const rows: Row[] = [
    ...helper.visibleArguments(command).map((argument): Row => [`<${argument.name()}>`, argument.description]),
    ...helper
      .visibleCommands(command)
      .filter(isOwnCommand)
      .flatMap((each): readonly Row[] => (isProgram ? lineOf(each) : [[each.name(), each.description()]])),
    ...(isProgram ? [] : helper.visibleOptions(command).filter(isOwn)).map((option): Row => [
      option.flags,
      helper.optionDescription(option),
    ]),
  ];
  const width = Math.max(...rows.map(([term]) => term.length));
  const lines = rows.map(([term, about]) => `  ${term.padEnd(width)}  ${about}`);
  // All commands have to fit on a screen.
  const gap = isProgram ? [] : [''];
  return [`Usage: ${helper.commandUsage(command)}`, command.description(), ...gap, ...lines, ''].join('\n');
}

/** The last line of the help mentions `help` itself. */
function isOwnCommand(command: Command): boolean {
  return command.name() !== 'help';
}

function isOwn({ long }: Option): boolean {
  return long !== '--help';
}

/** Uses commander's default layout. */
function wholeHelp(command: Command, helper: Help): string {
  return Help.prototype.formatHelp.call(helper, command, helper);
}

/** Describes a flag, with its choices and its default. */
function optionDescription({ description, argChoices, defaultValue, ...option }: Option): string {
  const choices = argChoices === undefined ? '' : `: ${argChoices.join(', ')}`;
  const showsDefault = defaultValue !== undefined && (option.required || option.optional);
  const defaultText = showsDefault ? ` (default: ${option.defaultValueDescription ?? String(defaultValue)})` : '';
  return `${description}${choices}${defaultText}`;
}

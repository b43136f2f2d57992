import { describe, expect, it } from 'vitest';
import { cli } from './support.js';

const commands = [
  ...['api-resources', 'resolve', 'get', 'describe', 'apply', 'patch', 'delete', 'wait', 'scale', 'aliases', 'owners'],
  ...['discovery', 'count', 'rules check', 'fake', 'version', 'completion'],
  ...['exec', 'attach', 'port-forward', 'cp', 'logs', 'explain', 'check', 'diff-apis', 'upgrade-check'],
  ...['migrate-storage', 'types', 'dashboard', 'proxy'],
];

describe('the help of a command', () => {
  it.each(commands)('%s: is one screen with two examples', async (command) => {
    const { code, stdout, stderr } = await cli(undefined, `${command} --help`);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    const lines = stdout.trimEnd().split('\n');
    expect(lines.length).toBeLessThanOrEqual(30);
    expect(lines.filter((line) => line.length > 80)).toEqual([]);
    expect(lines.filter((line) => /^ {2}\$ .*kubeatlas/.test(line))).toHaveLength(2);
    expect(stdout).not.toContain('--kubeconfig');
    expect(lines.at(-1)).toContain('Flags of all commands: kubeatlas options.');
  });

  it.each(commands)('%s: `help` has all of it', async (command) => {
    const { code, stdout } = await cli(undefined, `help ${command}`);
    expect(code).toBe(0);
    const text = stdout.split('\n').filter((line) => /^\S/.test(line));
    expect(text.filter((line) => line.length > 80)).toEqual([]);
    expect(stdout).toContain('\nExamples:\n');
    expect(stdout).toContain('Flags of all commands: kubeatlas options');
  });

  it.each([
    ['nosuch', "error: unknown command 'nosuch'\n"],
    ['gte', "error: unknown command 'gte' (Did you mean get?)\n"],
  ])('that is none is reported in a line: help %s', async (word, stderr) => {
    expect(await cli(undefined, ['help', word])).toEqual({ code: 2, stdout: '', stderr });
    expect(await cli(undefined, ['help', word, 'pods'])).toEqual({ code: 2, stdout: '', stderr });
  });

  it('of a group is not the answer to a word that is no command in it', async () => {
    const wrong = { code: 2, stdout: '', stderr: "error: unknown command 'nosuch'\n" };
    expect(await cli(undefined, 'rules nosuch')).toEqual(wrong);
    expect(await cli(undefined, 'help rules nosuch')).toEqual(wrong);
    expect(await cli(undefined, 'help rules nosuch check')).toEqual(wrong);
    expect((await cli(undefined, 'help rules chek')).stderr).toContain("unknown command 'chek' (Did you mean check?)");
    expect(await cli(undefined, 'help rules')).toMatchObject({ code: 0, stderr: '' });
    // Behind a command that takes words they are its own.
    expect(await cli(undefined, 'help get pods')).toEqual(await cli(undefined, 'help get'));
  });

  it('is there for `help help` and `help options` as well', async () => {
    const whole = await cli(undefined, 'help');
    expect(await cli(undefined, 'help help')).toEqual(whole);
    expect(await cli(undefined, 'help options')).toMatchObject({ code: 0, stderr: '' });
  });

  it('tells a default once, in the word that is given', async () => {
    for (const command of ['apply', 'delete', 'help apply', 'help delete']) {
      const { stdout } = await cli(undefined, command.startsWith('help') ? command : `${command} --help`);
      expect(stdout).toMatch(/\(default: (?:strict|background)\)/);
      expect(stdout).not.toMatch(/preset|default: "/);
    }
  });

  it('of the whole program is one screen of 30 lines, and `help` has the exit codes', async () => {
    const { stdout } = await cli(undefined, '--help');
    expect(stdout.trimEnd().split('\n').length).toBeLessThanOrEqual(30);
    expect(stdout.split('\n').filter((line) => line.length > 80)).toEqual([]);
    for (const command of ['get', 'completion', 'version', 'options'])
      expect(stdout).toMatch(new RegExp(`^ {2}${command} `, 'm'));
    expect((await cli(undefined, 'help')).stdout).toContain('Exit codes: 0; 1 when the answer is no');
  });
});

describe('the flags of all commands', () => {
  it('stand behind `options`', async () => {
    const { code, stdout, stderr } = await cli(undefined, 'options');
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    for (const flag of ['--kubeconfig <file>', '-n, --namespace <name>', '--token <token>', '-v, --verbose']) {
      expect(stdout).toContain(flag);
    }
    expect(stdout).not.toContain('wholeHelp');
  });
});

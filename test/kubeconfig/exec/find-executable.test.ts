import { mkdir } from 'node:fs/promises';
import { describe, expect, it, onTestFinished } from 'vitest';
import { findExecutable } from '../../../src/kubeconfig/exec/run-command.js';
import { tempFolder } from '../temp-folder.js';

function windows(...files: string[]) {
  const there = new Set(files.map((file) => file.toLowerCase()));
  const checked: string[] = [];
  return {
    platform: 'win32' as const,
    checked,
    isExecutable: async (file: string) => {
      checked.push(file);
      return there.has(file.toLowerCase());
    },
  };
}

describe('a bare command on Windows', () => {
  it('is looked for on the PATH, with each ending, folder by folder', async () => {
    const system = windows('C:\\two\\aws.exe');
    expect(await findExecutable('aws', { Path: 'C:\\one;C:\\two', PATHEXT: '.EXE;.CMD' }, system)).toBe(
      'C:\\two\\aws.exe',
    );
    expect(system.checked).toEqual(['C:\\one\\aws.exe', 'C:\\one\\aws.cmd', 'C:\\two\\aws.exe']);
  });

  it('may have its ending already, and has the usual ones without a PATHEXT', async () => {
    expect(await findExecutable('aws.EXE', { PATH: 'C:\\a' }, windows('C:\\a\\aws.exe'))).toBe('C:\\a\\aws.EXE');
    expect(await findExecutable('az', { PATH: 'C:\\a' }, windows('C:\\a\\az.cmd'))).toBe('C:\\a\\az.cmd');
    expect(await findExecutable('notes.txt', { PATH: 'C:\\a' }, windows('C:\\a\\notes.txt'))).toBeUndefined();
  });

  it('is found in an entry in quotes, with a semicolon in it', async () => {
    const env = { PATH: '"C:\\a;b";"D:\\c c"' };
    expect(await findExecutable('aws', env, windows('C:\\a;b\\aws.exe'))).toBe('C:\\a;b\\aws.exe');
    expect(await findExecutable('aws', env, windows('D:\\c c\\aws.exe'))).toBe('D:\\c c\\aws.exe');
  });

  it('is never looked for in the current folder, or in one that is relative to it', async () => {
    const system = windows('aws.exe', '.\\aws.exe', 'bin\\aws.exe', 'C:aws.exe', '\\tools\\aws.exe');
    const env = { PATH: ';.;bin;..\\x;C:;C:bin;\\tools;/tools;"";', PATHEXT: '.EXE' };
    expect(await findExecutable('aws', env, system)).toBeUndefined();
    expect(await findExecutable('C:aws', { PATH: 'D:\\a' }, system)).toBeUndefined();
    expect(await findExecutable('..\\aws', { PATH: 'D:\\a' }, system)).toBeUndefined();
    expect(system.checked).toEqual([]);
  });

  it('is found on another machine of the network, and without a PATH nowhere', async () => {
    expect(await findExecutable('aws', { PATH: '\\\\host\\share' }, windows('\\\\host\\share\\aws.exe'))).toBe(
      '\\\\host\\share\\aws.exe',
    );
    expect(await findExecutable('aws', {}, windows('aws.exe'))).toBeUndefined();
  });

  it('is a path as it is where it is absolute', async () => {
    expect(await findExecutable('C:\\bin\\aws', {}, windows())).toBe('C:\\bin\\aws');
  });
});

describe('a bare command elsewhere', () => {
  it('is never looked for in the current folder: an empty entry means it to a shell', async () => {
    const temp = await tempFolder();
    await mkdir(temp.at('bin'));
    await temp.write('tool', '#!/bin/sh\n');
    const folder = process.cwd();
    process.chdir(temp.folder);
    onTestFinished(() => process.chdir(folder));
    const system = { platform: 'linux' as const, isExecutable: async () => true };
    expect(await findExecutable('tool', { PATH: ':.:bin:./bin::' }, system)).toBeUndefined();
    expect(await findExecutable('tool', { PATH: ':/opt/bin' }, system)).toBe('/opt/bin/tool');
  });
});

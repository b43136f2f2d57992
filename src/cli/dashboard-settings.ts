import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { isRecord } from './is-record.js';
import { userFolder } from './user-folder.js';

/** What the page remembers: pinned resources, widths of columns, namespaces that somebody typed. The port of a page changes, so no browser keeps it. */
export interface DashboardSettings {
  readonly read: () => Readonly<Record<string, unknown>>;
  /** Takes new values of some keys. Returns whether it was one object that is not too large. */
  readonly change: (text: string) => Promise<boolean>;
}

/** Of all settings as JSON. */
export const mostSettingsLetters = 64_000;

/** Reads the settings of a file, and keeps them there; in memory alone if there is none. What cannot be read or written is forgotten. */
export async function openDashboardSettings(file: string | undefined): Promise<DashboardSettings> {
  let settings: Readonly<Record<string, unknown>> = {};
  const load = async (): Promise<void> => {
    if (file === undefined) return;
    const text = await readFile(file, 'utf8').catch(() => '');
    settings = (text.length <= mostSettingsLetters ? recordIn(text) : undefined) ?? settings;
  };
  await load();
  let writing = Promise.resolve();
  return {
    read: () => settings,
    async change(text) {
      const given = recordIn(text);
      if (given === undefined) return false;
      const next = { ...settings, ...given };
      const written = JSON.stringify(next);
      if (written.length > mostSettingsLetters) return false;
      settings = next;
      if (file !== undefined) {
        writing = writing.then(() => write(file, written)).catch(() => undefined);
        await writing;
      }
      return true;
    },
  };
}

/** Returns the file of the settings; undefined if nothing is to be kept. */
export function settingsFile(
  { cache }: { readonly cache?: boolean | undefined },
  env: Readonly<Record<string, string | undefined>>,
): string | undefined {
  const folder = cache === false ? undefined : userFolder(env, 'XDG_STATE_HOME', path.join('.local', 'state'));
  return folder && path.join(folder, 'dashboard.json');
}

async function write(file: string, text: string): Promise<void> {
  await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
  // Whoever reads it meanwhile has the old one.
  const next = `${file}.${process.pid}`;
  await writeFile(next, text, { mode: 0o600 });
  await rename(next, file);
}

function recordIn(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isRecord(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

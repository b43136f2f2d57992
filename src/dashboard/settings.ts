import { useSyncExternalStore } from 'react';
import type { LiveView } from 'kubeatlas/views';

/** What the page remembers of a person. */
export interface Settings {
  /** Resources, as `client.resource` reads them. */
  readonly pinned: readonly string[];
  /** Those looked at last, the newest first. */
  readonly recent: readonly string[];
  /** The widths of columns in pixels, by resource and column. */
  readonly widths: Readonly<Record<string, Readonly<Record<string, number>>>>;
  /** Namespaces that somebody typed, by the address of the server. */
  readonly namespaces: Readonly<Record<string, readonly string[]>>;
}

/** What most people look at first. */
const usual = [
  ...['pods.v1.', 'deployments.v1.apps', 'statefulsets.v1.apps', 'daemonsets.v1.apps', 'jobs.v1.batch'],
  ...['cronjobs.v1.batch', 'services.v1.', 'ingresses.v1.networking.k8s.io', 'configmaps.v1.', 'secrets.v1.'],
  ...['persistentvolumeclaims.v1.', 'nodes.v1.', 'namespaces.v1.'],
];

/** In pixels: from room for a few letters and for the handle to a wide screen. */
const [leastWidth, mostWidth] = [48, 4000];

/** Returns a width that a column can have. */
export function widthWithin(width: number): number {
  return Math.round(Math.min(Math.max(width, leastWidth), mostWidth));
}

let settings: Settings = { pinned: usual, recent: [], widths: {}, namespaces: {} };
let keep: (change: Partial<Settings>) => void = () => undefined;
const listeners = new Set<() => void>();

/** Takes what was remembered, and what remembers a change. */
export function keepSettings(known: object, change: (change: Partial<Settings>) => void): void {
  const { pinned, recent, widths, namespaces } = known as Readonly<Record<string, unknown>>;
  // A file that people can write.
  settings = {
    pinned: isTexts(pinned) ? [...new Set(pinned)] : settings.pinned,
    recent: isTexts(recent) ? [...new Set(recent)] : [],
    widths: isRecordOf(widths, (each) => isRecordOf(each, isWidth)) ? widths : {},
    namespaces: isRecordOf(namespaces, isTexts) ? namespaces : {},
  } as Settings;
  keep = change;
}

/** The settings, for `useSyncExternalStore`. */
const settingsView: LiveView<Settings> = {
  subscribe(listener) {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  getSnapshot: () => settings,
};

/** What the page remembers, live. */
export function useSettings(): Settings {
  return useSyncExternalStore(settingsView.subscribe, settingsView.getSnapshot);
}

/** What the page remembers, now. */
export function getSettings(): Settings {
  return settings;
}

/** Remembers a change, made of what is remembered now. */
export function changeSettings(changed: (before: Settings) => Partial<Settings>): void {
  const change = changed(settings);
  if (Object.keys(change).length === 0) return;
  settings = { ...settings, ...change };
  keep(change);
  for (const listener of listeners) listener();
}

function isWidth(value: unknown): boolean {
  return typeof value === 'number' && value === widthWithin(value);
}

function isTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((each) => typeof each === 'string');
}

function isRecordOf(value: unknown, isGood: (each: unknown) => boolean): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && Object.values(value).every(isGood);
}

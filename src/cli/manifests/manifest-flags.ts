import { Option, type Command } from 'commander';
import { collect, parseWord } from '../flag-values.js';

/** The flags of commands that take manifests. */
export interface ManifestFlags {
  readonly filename?: readonly string[] | undefined;
  readonly kustomize?: string | undefined;
  readonly recursive?: boolean | undefined;
}

/** Adds the {@link ManifestFlags} to a command. */
export function addManifestFlags(command: Command, about = "a file or a folder; '-' is standard input"): Command {
  return command
    .addOption(new Option('-f, --filename <path>', about).argParser(collect))
    .option('-k, --kustomize <folder>', 'a folder for "kubectl kustomize"', parseWord)
    .option('-R, --recursive', 'also read subfolders');
}

/** Whether manifests are given. */
export function hasManifests({ filename, kustomize }: ManifestFlags): boolean {
  return filename !== undefined || kustomize !== undefined;
}

/** RFC 7386. */
export const mergePatch = 'application/merge-patch+json';
/** RFC 6902. */
export const jsonPatch = 'application/json-patch+json';

const strategicMergePatch = 'application/strategic-merge-patch+json';
/** Server-side apply. */
export const applyPatch = 'application/apply-patch+yaml';

/** What real servers take for built-in resources. */
export const knownPatchTypes = [jsonPatch, mergePatch, strategicMergePatch, applyPatch];
/** What they take for custom resources. */
export const customPatchTypes = [jsonPatch, mergePatch, applyPatch];

/** The type that a Content-Type names, without its parameters; it has to be exact. */
export function patchTypeOf(contentType: string | null): string {
  return (contentType ?? '').replace(/ *;.*$/s, '');
}

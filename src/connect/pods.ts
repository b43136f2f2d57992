import type { GroupVersionResource } from '../core/model/group-version-resource.js';

/** What commands run in. */
export const podsResource: GroupVersionResource = { group: '', version: 'v1', resource: 'pods' };

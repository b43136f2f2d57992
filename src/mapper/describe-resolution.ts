import { describeFailedParts } from '../catalog/describe-failure.js';
import { formatGroupVersionResource } from '../model/group-version-resource.js';
import type { RESTMapping } from '../model/rest-mapping.js';
import { quote } from '../shared/quote.js';
import { requireResolution } from './arguments.js';
import { isTie } from './choose.js';
import type { Resolution, ResolutionReason } from './resolution.js';

const most = 5;

const because: Readonly<Record<ResolutionReason, string>> = {
  exact: 'named in full',
  'only one': 'the only candidate',
  'preferred version': 'the server prefers this version',
  'same objects': 'the others serve the same objects',
  'core group': 'the core group takes precedence',
  'built-in group': 'built-in groups take precedence',
  'server order': "first in the server's order",
};

/**
 * Describes a resolution in one line: what was chosen, why, and what else the name could mean. `resolve` accepts the
 * names in it.
 *
 * @example
 * console.log(describeResolution(mapper.resolve('deploy')));
 */
export function describeResolution(resolution: Resolution): string {
  const { mapping, candidates, reason, name, unread = [] } = requireResolution(resolution);
  const object = name === undefined ? '' : ` ${quote(name)}`;
  const others = candidates.filter((candidate) => candidate !== mapping).map(wholeName);
  const more = others.length > most ? ` and ${others.length - most} more` : '';
  const also = others.length === 0 ? '' : `; also ${others.slice(0, most).join(', ')}${more}`;
  const hidden = unread.length === 0 ? '' : `; not read, though it takes precedence: ${describeFailedParts(unread)}`;
  const { kind, scope } = mapping;
  const why = isTie(resolution) ? `${because[reason]}, a tie` : because[reason];
  return `${wholeName(mapping)}${object} (${plain(kind.kind)}, ${scope.toLowerCase()}): ${why}${also}${hidden}`;
}

function wholeName({ resource }: RESTMapping): string {
  return plain(formatGroupVersionResource(resource));
}

/** Quotes unusual names: names come from the server, and must not break the line. */
function plain(word: string): string {
  return /^[\w.-]+$/.test(word) ? word : quote(word);
}

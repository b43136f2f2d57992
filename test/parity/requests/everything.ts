import type { ParityRequest } from '../request.js';
import { acting } from './acting.js';
import { applying } from './applying.js';
import { sending } from './bodies.js';
import { builtIns, ending } from './built-ins.js';
import { changing } from './changing.js';
import { creating } from './creating.js';
import { deleting } from './deleting.js';
import { discovery } from './discovery.js';
import { namespace } from './exhibits.js';
import { missing } from './missing.js';
import { naming } from './names.js';
import { reading } from './reading.js';
import { reviewing } from './reviews.js';
import { scaling } from './scale.js';
import { selecting } from './selecting.js';
import { stating } from './status.js';
import { authorizing } from './users.js';
import { watching } from './watching.js';

const preparing: readonly ParityRequest[] = [
  { name: 'prepare: a namespace', method: 'POST', path: '/api/v1/namespaces', body: { metadata: { name: namespace } } },
];

/** The whole list, in the order in which it is sent. */
export const everything: readonly ParityRequest[] = [
  ...discovery,
  ...preparing,
  ...creating,
  ...reading,
  ...changing,
  ...deleting,
  ...scaling,
  ...stating,
  ...selecting,
  ...naming,
  ...sending,
  ...missing,
  ...authorizing,
  ...watching,
  ...applying,
  ...builtIns,
  ...reviewing,
  ...acting,
  ...ending,
];

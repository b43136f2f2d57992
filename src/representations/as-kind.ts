import { formatAccept, kindMediaType, json } from '../core/media/media-type.js';
import type { AnswerBody } from '../core/media/answer-body.js';
import { formatGroupVersion } from '../core/model/group-version.js';
import type { GroupVersionKind } from '../core/model/group-version-kind.js';
import type { KubeObject, ObjectLike } from '../core/model/kube-object.js';
import { requireBoolean, requireKnownOptions, requireName } from '../core/shared/arguments.js';
import { InvalidArgumentError } from '../core/shared/invalid-argument-error.js';
import { markConverted } from '../core/representation/origin.js';
import { ParsedAnswer } from '../core/representation/parsed-answer.js';
import type { Representation, RepresentationContext } from '../core/representation/representation.js';
import { readEvent } from '../core/representation/watch-event.js';
import { type ObjectShapes, wholeObject } from '../core/representation/whole-object.js';

/** Options of {@link asKind}. */
export interface AsKindOptions {
  /**
   * Accepts objects of the server's own kind if it does not have the requested one: check `kind`, or `originOf`, which
   * returns `converted` then although nothing was changed. False throws. @default false
   */
  readonly orOwn?: boolean | undefined;
}

/**
 * Returns a representation of whole objects as another kind.
 * `handle.as(asKind({ group: 'autoscaling', version: 'v1', kind: 'Scale' }))` sends `as=Scale;g=autoscaling;v=v1`, and
 * for a list `as=ScaleList` and `as=Scale`. For servers that convert: kube-apiserver supports no kinds except those of
 * `as('Table')` and `as('PartialObjectMetadata')`, which are requested by these names. For the size of an object use
 * `handle.scale(name)`.
 *
 * A server that ignores the parameters, or refuses them with 406 (which is remembered), answers with its own kind. The
 * call then throws `UnexpectedShapeError`, unless `orOwn` accepts that kind.
 *
 * @throws InvalidArgumentError for an argument that is not a kind, and for kinds that `as()` takes by name
 * @example
 * const v1 = handle.as(asKind({ group: 'example.com', version: 'v1', kind: 'WidgetSummary' }, { orOwn: true }));
 * const summary = await v1.namespace('shop').get('front');
 */
export function asKind<T extends ObjectLike = KubeObject>(
  requested: GroupVersionKind,
  options: AsKindOptions = {},
): Representation<ObjectShapes<T>> {
  const { group, version, kind } = requireKind(requested);
  const { orOwn = false } = requireKnownOptions(options, { orOwn: requireBoolean });
  const apiVersion = formatGroupVersion(requested);
  const inner = wholeObject<T>();
  const accept = (...kinds: string[]): string =>
    formatAccept([...kinds.map((each) => kindMediaType({ group, version, kind: each })), json]);
  /** The same context, as if the requested kind were that of the resource. */
  const asRequested = (context: RepresentationContext): RepresentationContext => {
    return { ...context, objectKind: undefined, mapping: { ...context.mapping, kind: { group, version, kind } } };
  };
  /** Decodes as the requested kind, or as the server's own if that is accepted. */
  const read = <Result extends object>(
    answer: ParsedAnswer,
    [field, expected]: readonly [field: string, kind: string],
    decode: (context: RepresentationContext) => Result,
  ): Result => {
    if (answer.kind === expected && answer.apiVersion === apiVersion) return decode(asRequested(answer.context));
    if (orOwn) return markConverted(decode(answer.context));
    const problem = `is not ${apiVersion} ${expected}, which was requested but is not available from the server`;
    throw answer.unexpected(field, problem);
  };
  return {
    ...inner,
    name: `${apiVersion} ${kind}`,
    // Real servers expect the list kind; servers built to the design proposal expect the kind of the items.
    offer: (verb) => ({ accept: verb === 'list' ? accept(`${kind}List`, kind) : accept(kind) }),
    decodeOne(body, context) {
      const parsed = parsedOnce(body);
      return read(new ParsedAnswer(parsed, context), ['', kind], (as) => inner.decodeOne(parsed, as));
    },
    decodeMany(body, context) {
      const parsed = parsedOnce(body);
      return read(new ParsedAnswer(parsed, context), ['', `${kind}List`], (as) => inner.decodeMany(parsed, as));
    },
    decodeEvents: (context) => (frame) => {
      const parsed = parsedOnce(frame);
      const { answer, type } = readEvent(parsed, context);
      if (type === 'BOOKMARK') return inner.decodeEvents(context)(parsed);
      return read(answer, ['object', kind], (as) => inner.decodeEvents(as)(parsed));
    },
  };
}

/** The same body, whose JSON is parsed once for all who read it. */
function parsedOnce(body: AnswerBody): AnswerBody {
  const parsed = body.json();
  return { ...body, json: () => parsed };
}

function requireKind(requested: GroupVersionKind): GroupVersionKind {
  const { group, version, kind } = requested;
  requireName('requested.version', version);
  requireName('requested.kind', kind);
  const [, word] = (group === 'meta.k8s.io' ? /^(Table|PartialObjectMetadata)(?:List)?$/.exec(kind) : undefined) ?? [];
  if (word === undefined) return requested;
  throw new InvalidArgumentError('requested.kind', `is a separate representation: use as('${word}')`);
}

import { formatAccept, kindMediaType, json } from '../core/media/media-type.js';
import type { AnswerBody } from '../core/media/answer-body.js';
import { formatGroupVersion } from '../core/model/group-version.js';
import type { GroupVersionKind } from '../core/model/group-version-kind.js';
import type { KubeObject, ObjectLike } from '../core/model/kube-object.js';
import { requireBoolean, requireKnownOptions, requireText } from '../core/shared/arguments.js';
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
  const other = (answer: ParsedAnswer, field: string, expected: string): Error =>
    answer.unexpected(
      field,
      `is not ${apiVersion} ${expected}, which was requested but is not available from the server`,
    );
  const read = <Result extends object>(
    body: AnswerBody,
    context: RepresentationContext,
    expected: string,
    decode: (body: AnswerBody, context: RepresentationContext) => Result,
  ): Result => {
    const parsed = body.json();
    const again = { ...body, json: () => parsed };
    const answer = new ParsedAnswer(again, context);
    if (answer.kind === expected && answer.apiVersion === apiVersion) return decode(again, asRequested(context));
    if (orOwn) return markConverted(decode(again, context));
    throw other(answer, '', expected);
  };
  return {
    ...inner,
    name: `${apiVersion} ${kind}`,
    // Real servers expect the list kind; servers built to the design proposal expect the kind of the items.
    offer: (verb) => ({ accept: verb === 'list' ? accept(`${kind}List`, kind) : accept(kind) }),
    decodeOne: (body, context) => read(body, context, kind, (...asWell) => inner.decodeOne(...asWell)),
    decodeMany: (body, context) => read(body, context, `${kind}List`, (...asWell) => inner.decodeMany(...asWell)),
    decodeEvents(context) {
      const decode = { requested: inner.decodeEvents(asRequested(context)), own: inner.decodeEvents(context) };
      return (frame) => {
        const parsed = frame.json();
        const again = { ...frame, json: () => parsed };
        const { answer, type } = readEvent(again, context);
        if (answer.kind === kind && answer.apiVersion === apiVersion) return decode.requested(again);
        if (type === 'BOOKMARK') return decode.own(again);
        if (orOwn) return markConverted(decode.own(again));
        throw other(answer, 'object', kind);
      };
    },
  };
}

function requireKind(requested: GroupVersionKind): GroupVersionKind {
  const { group, version, kind } = requested;
  for (const [field, word] of Object.entries({ version, kind })) {
    if (requireText(`requested.${field}`, word) === '')
      throw new InvalidArgumentError(`requested.${field}`, 'must not be empty');
  }
  const [, word] = (group === 'meta.k8s.io' ? /^(Table|PartialObjectMetadata)(?:List)?$/.exec(kind) : undefined) ?? [];
  if (word === undefined) return requested;
  throw new InvalidArgumentError('requested.kind', `is a separate representation: use as('${word}')`);
}

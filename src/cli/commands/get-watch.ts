import { isObjectNotFound, type Shapes, type WatchMark } from '../../index.js';
import { UsageError } from '../errors.js';
import type { Session } from '../session.js';
import { countableObjects, exactObjects } from './exact-objects.js';
import { listOptions, type GetFlags } from './get-flags.js';
import type { Template } from './get-output.js';
import { objectPrinter } from './get-templates.js';
import {
  csvForm,
  documentsForm,
  metadataForm,
  namesForm,
  tableForm,
  templateForm,
  type WatchForm,
} from './get-watch-forms.js';
import { noteLoss } from './note-loss.js';
import { handleFor, selectorOfName, type ObjectTarget } from './object-targets.js';

/**
 * Prints the existing objects and then every change as it arrives (`-w`), or the changes alone (`--watch-only`). Ends
 * on Ctrl-C, or with an error if the watch cannot continue without a gap.
 */
export async function watchTarget(
  session: Session,
  target: ObjectTarget,
  flags: GetFlags,
  template: Template | undefined,
): Promise<void> {
  const { mapping, named } = target;
  const handle = handleFor(session, mapping, { ...flags, namespace: named[0]?.namespace });
  if (template !== undefined) {
    const print = objectPrinter(session, template, flags);
    const objects = handle.as(countableObjects);
    return watch(session, templateForm(objects, flags, print), target, flags);
  }
  switch (flags.output) {
    case 'json':
    case 'yaml':
    case 'kyaml':
    case 'manifest': {
      const form = { ...flags, output: flags.output };
      if (flags.metadata !== true) return watch(session, documentsForm(handle.as(exactObjects), form), target, flags);
      return watch(session, documentsForm(handle.as('PartialObjectMetadata'), form), target, flags);
    }
    case 'csv':
      if (flags.metadata === true) throw new UsageError('-w with -o csv cannot be combined with --metadata.');
      return watch(session, csvForm(handle, flags), target, flags);
    case 'name':
      return watch(session, namesForm(handle, mapping), target, flags);
    default:
      if (flags.metadata === true)
        return watch(session, metadataForm(handle, mapping, flags, session.pages), target, flags);
      return watch(session, tableForm(handle, mapping, flags, session.pages), target, flags);
  }
}

async function watch<S extends Shapes>(
  session: Session,
  form: WatchForm<S>,
  { named }: ObjectTarget,
  flags: GetFlags,
): Promise<void> {
  const { handle } = form;
  const name = named[0]?.name;
  const { labelSelector, fieldSelector, ...calls } = listOptions(session, flags);
  const selectors = { labelSelector, fieldSelector: name === undefined ? fieldSelector : selectorOfName(name) };
  let isFirst = flags.headers;
  const print = async (text: string): Promise<void> => {
    if (text === '') return;
    await session.print(isFirst ? form.paint(session.paint, text) : text);
    isFirst = false;
  };

  let resourceVersion: string | undefined;
  let count = 0;
  if (flags.watchOnly !== true) {
    for await (const page of handle.pages({ ...calls, ...selectors })) {
      count += form.countOf(page);
      resourceVersion = form.versionOf(page);
      await print(form.showPage(page));
    }
  }
  // The answer to this request reports best that there is no such object.
  if (name !== undefined && count === 0) {
    try {
      await handle.get(name, session.calls);
    } catch (error) {
      if (flags.ignoreNotFound === true && isObjectNotFound(error)) return;
      throw error;
    }
  }

  const { signal } = session.calls;
  const options = { ...selectors, signal, resourceVersion, initialEvents: false, interruptions: true } as const;
  // From here on, the command waits for changes and not for the server.
  await session.progress.clear();
  for await (const event of handle.watch(options)) {
    const mark = event as WatchMark | { readonly type: 'ADDED' | 'MODIFIED' | 'DELETED' | 'BOOKMARK' };
    if (mark.type === 'INTERRUPTED') await noteLoss(session, mark.error);
    else if (mark.type === 'RESUMED') await session.note('reconnected to the server; changes since then follow');
    else if (mark.type !== 'BOOKMARK') await print(form.showEvent(event));
  }
}

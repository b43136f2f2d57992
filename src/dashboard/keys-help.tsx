import { useEffect, useState } from 'react';

/** What the keys do, where nobody types. */
const keys = [
  ['/', 'goes to the search'],
  ['?', 'shows or hides these keys'],
  ['Escape', 'closes what is open: a list, then the object'],
  ['↑ ↓ PageUp PageDown Home End', 'move in the table'],
  ['Enter', 'opens the object of the row'],
  ['Alt ← →', 'on a header: narrower or wider'],
] as const;

/** Takes the keys of the page, and shows what they are when asked. */
export function KeysHelp({ close }: { readonly close: () => void }) {
  const [isShown, setIsShown] = useState(false);
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      const { key, target, defaultPrevented } = event;
      if (defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
      const isTyping = target instanceof HTMLElement && target.matches('input, textarea, select');
      if (key === 'Escape') {
        // A text that somebody writes is not closed by accident.
        const list = document.querySelector<HTMLDetailsElement>('header details[open]');
        if (isShown) setIsShown(false);
        else if (list !== null) list.open = false;
        else if (isTyping) target.blur();
        else close();
      } else if (isTyping) return;
      else if (key === '/') document.querySelector<HTMLElement>('[role=search] input')?.focus();
      else if (key === '?') setIsShown(!isShown);
      else return;
      event.preventDefault();
    };
    addEventListener('keydown', onKeyDown);
    return () => removeEventListener('keydown', onKeyDown);
  }, [close, isShown]);
  if (!isShown) return null;
  return (
    <section className="answers keys" role="dialog" aria-label="Keys">
      <dl>
        {keys.map(([key, what]) => (
          <div key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{what}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

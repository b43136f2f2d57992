import type { ObjectStatus } from 'kubeatlas/representations';

/** A form and a word besides the colour: not everybody tells red from green. */
const marks: Readonly<Record<ObjectStatus, readonly [form: string, word: string]>> = {
  Current: ['●', 'Fine'],
  InProgress: ['◌', 'In progress'],
  Terminating: ['✕', 'Being deleted'],
  Failed: ['▲', 'Broken'],
};

/** How something is. */
export function StatusMark({ status }: { readonly status: ObjectStatus }) {
  const [form, word] = marks[status];
  return (
    <span className={`mark ${status}`} role="img" aria-label={word} title={word}>
      {form}
    </span>
  );
}

/** What is worth knowing of something that is well. */
export function NoteMark() {
  return (
    <span className="mark faint" role="img" aria-label="Worth knowing" title="Worth knowing">
      ℹ
    </span>
  );
}

import { requireKnownOptions, requireText } from '../../core/shared/arguments.js';
import { readBoundedYaml, type BoundedYaml } from '../../core/shared/bounded-yaml.js';
import { InvalidYamlError } from '../errors.js';

/** Limits of {@link readYaml}. */
export interface ReadYamlOptions {
  /** The maximum number of documents in the text. @default 1_000 */
  readonly maxDocuments?: number | undefined;
}

/** More than people or controllers write: an object in etcd has at most 1.5 MiB. */
const maxLength = 2 * 1024 * 1024;
/** Few enough for the stack of any caller; Kubernetes objects have 20 levels, schemas of CRDs may have 60. */
const maxDepth = 200;
const maxTokens = 150_000;

/**
 * Returns the values of a text in YAML or JSON, one for each document. Time and memory are bounded even for hostile
 * text: length (2 MiB), depth (200), documents, tokens (150,000), anchors and aliases (10,000) and what aliases
 * repeat (100,000 values) are limited before anything is built, and reading ends at the first error. Keys of mappings
 * must be scalars, as everywhere in Kubernetes; of two equal keys the last one counts, as in kubectl.
 *
 * For your own files, the `yaml` package itself says more about mistakes.
 *
 * @throws InvalidYamlError that names the line, the column and the limit, and quotes nothing of the text
 * @example
 * const [first] = readYaml('kind: Pod\nmetadata: { name: front-0 }');
 * console.log(first); // { kind: 'Pod', metadata: { name: 'front-0' } }
 */
export function readYaml(text: string, options: ReadYamlOptions = {}): readonly unknown[] {
  const { maxDocuments = 1_000 } = requireKnownOptions(options, { maxDocuments: true });
  if (requireText('text', text).length > maxLength)
    throw new InvalidYamlError(`it is longer than ${maxLength} characters, too long to be parsed`);
  const failure: BoundedYaml['failure'] = ({ problem, isSyntax, position }) => {
    const { line, column } = position;
    const what = isSyntax ? 'it is not valid YAML' : 'it cannot be read as YAML';
    return new InvalidYamlError(`${what} (line ${line}, column ${column}: ${problem})`, position);
  };
  const values: unknown[] = [];
  try {
    for (const { document, fail } of readBoundedYaml(text, { maxDepth, maxTokens, isStrict: false, failure })) {
      if (values.length === maxDocuments) {
        const many = maxDocuments === 1 ? 'more than one document' : `more than ${maxDocuments} documents`;
        fail(many, document);
      }
      values.push(document.toJS({ maxAliasCount: -1 }));
    }
  } catch (error) {
    if (error instanceof InvalidYamlError) throw error;
    // The messages of the YAML library quote the text.
    throw new InvalidYamlError('it cannot be read as YAML');
  }
  return values;
}

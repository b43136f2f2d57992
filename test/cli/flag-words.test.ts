import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { inFlagWords } from '../../src/cli/flag-words.js';
import { cli, connectWith, server } from './support.js';

const root = path.resolve(import.meta.dirname, '../../src');
/** Rooms that the command line does not load, and data. */
const elsewhere =
  /^(?:cli|testing|controller|http2|watch\/informer)\/|^stores\/(?:keyv|browser)|runs-in-node-only|types\/shipped/;
/** Options of the library, its methods, and fields of its options. */
const apiWord = /\b[a-z]+[A-Za-z]*(?:Ms|Bytes)\b|\b[a-zA-Z]+\(\)|\boptions\.\w+|\bclient\.\w+\(|\bdiscovery\.\w+/;
/** For programs alone: what the command line gives there is right by its own making. */
const programsOnly = [
  'must be made by divideIntoShards() or createShardSelector()',
  'is a promise: await it, as in createClient(await loadKubeconfig())',
  // Of kubeatlas/proxy: those of the command line always return one.
  'credentialsFor() took too long (credentialsTimeoutMs)',
  'credentialsFor() returned no credentials',
  'credentialsFor() must return an object',
  'credentialsFor() must return one of token, impersonate and client',
  // An action of a watch, which is never printed.
  'relist until denialLimitMs',
];

/** Every text in the library that may be a part of a message. */
function textsIn(file: string): readonly string[] {
  const source = ts.createSourceFile(file, readFileSync(path.join(root, file), 'utf8'), ts.ScriptTarget.Latest, true);
  const texts: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node) || ts.isLiteralTypeNode(node)) return;
    if (ts.isStringLiteralLike(node)) texts.push(node.text);
    else if (ts.isTemplateExpression(node)) {
      texts.push([node.head.text, ...node.templateSpans.map(({ literal }) => literal.text)].join('17'));
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return texts;
}

describe('messages on the command line', () => {
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' })
    .map((file) => file.split(path.sep).join('/'))
    .filter((file) => file.endsWith('.ts') && !elsewhere.test(file));
  const texts = files.flatMap((file) => textsIn(file)).filter((text) => /\s/.test(text) || text.startsWith('options.'));

  it('are looked at', () => {
    expect(texts.length).toBeGreaterThan(500);
    expect(texts.filter((text) => apiWord.test(text)).length).toBeGreaterThan(20);
  });

  it('have no words of the library', () => {
    const left = texts.filter(
      (text) => !programsOnly.includes(text) && !/^options\.(?:17|verbs|scope|ambiguity)$/.test(text),
    );
    expect(left.filter((text) => apiWord.test(inFlagWords(text)))).toEqual([]);
  });

  it('name flags for options of a kubeconfig', () => {
    expect(inFlagWords('~/.kube/config: options.context: context not found')).toBe(
      '~/.kube/config: --context: context not found',
    );
    expect(inFlagWords('options.asGroups: needs options.as')).toBe('--as-group: needs --as');
    expect(inFlagWords('options.insecureSkipTLSVerify and options.path')).toBe(
      '--insecure-skip-tls-verify and --kubeconfig',
    );
    expect(inFlagWords('server contains a user name or a password; provide credentials with authenticate().')).toBe(
      '--server contains a user name or a password; use --token, or a kubeconfig.',
    );
  });

  it('leave alone what somebody typed or a server said', () => {
    for (const text of [
      '"options.context" is no name',
      'nothing is called options.user.example.com',
      'serverless is not served',
      '"a.options.server"',
    ]) {
      expect(inFlagWords(text)).toBe(text);
    }
  });

  it('are reported so by commands', async () => {
    const slow = connectWith(server(), {
      before: () => {
        throw Object.assign(new Error('the server did not answer'), { code: 'ECONNREFUSED' });
      },
    });
    const outputs = [
      await cli(undefined, 'get pods --kubeconfig /nowhere/config --context nope'),
      await cli(undefined, 'get pods --server http://a:b@127.0.0.1:1'),
      await cli(server(), ['get', 'pods', '-l', 'a in']),
      await cli(server(), 'scale nodes/node-1 --replicas 1'),
      await cli(undefined, 'get pods', { connect: slow }),
    ];
    for (const { stdout, stderr, code } of outputs) {
      expect(code).not.toBe(0);
      expect(stdout + stderr).not.toMatch(apiWord);
      expect(stderr).toMatch(/^error: /);
    }
  });
});

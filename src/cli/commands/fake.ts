import { once } from 'node:events';
import { Option, type Command } from 'commander';
import { celRules, createFakeApiServer, type FakeApiServer } from '../../testing/index.js';
import {
  kubernetes,
  kubernetesDefaults,
  kubernetesObjects,
  kubernetesProtobuf,
  kubernetesSchemas,
} from '../../testing/kubernetes.js';
import { startFakeApiServer } from '../../testing/node.js';
import { objectsFromYaml } from '../../yaml/index.js';
import { UsageError } from '../errors.js';
import { createPodFunctions, type PodFlags } from '../fake-pods.js';
import { collect, parsePort, parseWord } from '../flag-values.js';
import { furtherHelp } from '../help.js';
import { fileName, findManifestFiles } from '../manifests/find-manifest-files.js';
import { readExactYaml } from '../manifests/read-exact-yaml.js';
import { inputOf, type CliInput } from '../session.js';
import { oneLine } from '../terminal/one-line.js';

interface Flags extends PodFlags {
  readonly crds?: readonly string[] | undefined;
  readonly objects?: readonly string[] | undefined;
  readonly port: number;
  readonly writeKubeconfig?: string | undefined;
  readonly speaks?: (typeof presets)[number] | undefined;
}

const presets = ['1.38', '1.37', '1.36', '1.34', '1.29'] as const;

const examples = `
Serves the built-in resources of Kubernetes from memory, over HTTPS on
127.0.0.1, until Ctrl-C. It sets defaults, validates custom resources by their
schemas and CEL rules, deletes the content of deleted namespaces, observes the
grace periods of pods, and collects garbage. It runs no other controllers. When
it is ready, it prints one line. The user of the kubeconfig may do everything.
Objects of files are stored as they are: write data in a Secret, not stringData.

Logs are files: DIR/NAMESPACE/POD.log, or DIR/NAMESPACE/POD/CONTAINER.log. exec
and attach run the program of --exec on this machine. It gets the command as its
arguments, and NAMESPACE, POD and CONTAINER in its environment. With --exec env,
the command itself is run.

Examples:
  $ kubeatlas fake --write-kubeconfig /tmp/fake
  $ kubeatlas fake --crds config/crd/ --objects fixtures/ --port 6443
  $ kubeatlas fake --objects pods.yaml --logs logs/ --exec env --forward 80=3000`;

/** Defines `fake`: a fake API server for tests in any language. */
export function defineFake(command: Command, _run: unknown, input: CliInput): void {
  command
    .option('--crds <path>', 'file or folder with CRDs; may be repeated', collect)
    .option('--objects <path>', 'file or folder with objects; may be repeated', collect)
    .addOption(new Option('--port <number>', 'local port; 0 for a free one').argParser(parsePort).default(0, '0'))
    .option('--write-kubeconfig <file>', 'write a kubeconfig for this server', parseWord)
    .option('--logs <dir>', 'folder with the logs of containers', parseWord)
    .option('--exec <program>', 'program that exec and attach run', parseWord)
    .option('--forward <port=port>', 'port of pods and local port; may be repeated', collect)
    .addOption(new Option('--speaks <version>', 'version to answer as').choices(presets))
    .addHelpText('after', furtherHelp(examples))
    .action((flags: Flags) => serve(flags, input));
}

async function serve(flags: Flags, input: CliInput) {
  const { crds = [], objects = [], port, writeKubeconfig, speaks } = flags;
  const pods = createPodFunctions(flags);
  const [definitions, others, schemas, protobuf, defaults, cel] = await Promise.all([
    readObjects(crds, input),
    readObjects(objects, input),
    kubernetesSchemas(speaks === '1.38' ? speaks : '1.37'),
    kubernetesProtobuf(),
    kubernetesDefaults(),
    import('@marcbachmann/cel-js').then(celRules),
  ]);
  const wrong = definitions.find(({ kind }) => kind !== 'CustomResourceDefinition');
  if (wrong !== undefined) throw new UsageError(`--crds has a ${oneLine(wrong.kind)}; use --objects for it.`);
  const all = [...kubernetesObjects(), ...definitions, ...others];
  const served = { documents: kubernetes(), schemas, protobuf, defaults };
  const asCluster = { namespaceLifecycle: true, garbageCollection: true, gracefulDeletion: true };
  const fake = createFakeApiServer({ ...served, ...asCluster, ...pods, objects: all, speaks, cel });
  for (const rule of fake.uncheckedRules) {
    await input.stderr.write(`Warning: a CEL rule is not evaluated: ${oneLine(rule)}\n`);
  }
  const server = await startFakeApiServer(withoutRequests(fake), { tls: true, port });
  try {
    if (writeKubeconfig !== undefined) await server.writeKubeconfig(writeKubeconfig);
    await input.stdout.write(`ready at ${server.url}\n`);
    const { signal } = input;
    if (signal?.aborted === false) await once(signal, 'abort');
  } finally {
    await server.close();
  }
}

/** Returns the same server without the list of its requests: it grows with each of them, and nobody reads it here. */
export function withoutRequests(fake: FakeApiServer): FakeApiServer {
  const handle: FakeApiServer['handle'] = (request, options) => {
    fake.forgetRequests();
    return fake.handle(request, options);
  };
  return Object.create(fake, { handle: { value: handle } }) as FakeApiServer;
}

async function readObjects(paths: readonly string[], input: CliInput) {
  if (paths.length === 0) return [];
  const read = inputOf(input);
  const files = await findManifestFiles(paths, { recursive: true });
  const texts = await Promise.all(files.map(read));
  return texts.flatMap((text, index) => readExactYaml(text, fileName(files[index] ?? ''), objectsFromYaml));
}

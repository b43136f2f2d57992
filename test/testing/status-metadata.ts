import { isJsonRecord, type JsonRecord } from '../../src/core/shared/json-record.js';
import { commonObjects } from './common-objects.js';
import { furtherObjects, minimalObjects, type Minimal } from './minimal-objects.js';

const all = ['labels', 'annotations', 'finalizers', 'ownerReferences'];
const none: readonly string[] = [];

/** Which metadata a write of `/status` changes, as kube-apiserver 1.37 was seen to do. */
export const writtenWithStatus: Readonly<Record<string, readonly string[]>> = {
  'v1 Pod': ['labels', 'annotations', 'finalizers'],
  'v1 Service': all,
  'v1 PersistentVolumeClaim': all,
  'v1 PersistentVolume': all,
  'v1 ResourceQuota': all,
  'v1 ReplicationController': all,
  'v1 Namespace': all,
  'v1 Node': all,
  'apps/v1 Deployment': ['annotations', 'finalizers', 'ownerReferences'],
  'apps/v1 StatefulSet': all,
  'apps/v1 DaemonSet': all,
  'apps/v1 ReplicaSet': all,
  'batch/v1 Job': all,
  'batch/v1 CronJob': all,
  'networking.k8s.io/v1 Ingress': all,
  'networking.k8s.io/v1 ServiceCIDR': none,
  'autoscaling/v1 HorizontalPodAutoscaler': all,
  'autoscaling/v2 HorizontalPodAutoscaler': all,
  'policy/v1 PodDisruptionBudget': all,
  'storage.k8s.io/v1 CSINode': none,
  'storage.k8s.io/v1 VolumeAttachment': none,
  'flowcontrol.apiserver.k8s.io/v1 FlowSchema': none,
  'flowcontrol.apiserver.k8s.io/v1 PriorityLevelConfiguration': none,
  'admissionregistration.k8s.io/v1 ValidatingAdmissionPolicy': none,
  'resource.k8s.io/v1 ResourceClaim': none,
};

/** The ways to write a status. */
export const waysToWrite = ['merge', 'replace', 'apply'] as const;

/** Sends a request to a server, and answers the status and the body. */
export type Send = (
  method: 'GET' | 'POST' | 'PUT' | 'PATCH',
  path: string,
  contentType?: string,
  body?: object,
) => Promise<{ readonly status: number; readonly body: unknown }>;

const sent = {
  labels: { x: '1' },
  annotations: { x: '1' },
  finalizers: ['a.example/b'],
  ownerReferences: [{ apiVersion: 'v1', kind: 'ConfigMap', name: 'a', uid: 'u' }],
};

/** Returns an object of a kind, or throws if there is none. */
export function objectOf(kind: string): Minimal {
  const objects = [...minimalObjects, ...commonObjects(), ...furtherObjects()];
  const found = objects.find((each) => `${String(each['apiVersion'])} ${each.kind}` === kind);
  if (found === undefined) throw new Error(`there is no object of ${kind}`);
  return found;
}

/** Creates an object, writes its status with metadata, and returns which of them it has then, and what the writer owns. */
export async function writeStatus(send: Send, kind: string, way: (typeof waysToWrite)[number], name: string) {
  const { path, isUnlabelled: _labels, ...object } = objectOf(kind);
  await send('POST', path, 'application/json', {
    ...object,
    metadata: { name, labels: { a: 'b' } },
  });
  const at = `${path}/${name}/status`;
  const [apiVersion = '', own = ''] = kind.split(' ');
  const answer =
    way === 'merge'
      ? await send('PATCH', `${at}?fieldManager=m`, 'application/merge-patch+json', { metadata: sent })
      : way === 'replace'
        ? await replaceStatus(send, `${path}/${name}`)
        : await send('PATCH', `${at}?fieldManager=m&force=true`, 'application/apply-patch+yaml', {
            apiVersion,
            kind: own,
            metadata: { name, ...sent },
          });
  const after = (answer.body as { readonly metadata?: JsonRecord }).metadata ?? {};
  const marks = { labels: '"x"', annotations: '"x"', finalizers: 'a.example', ownerReferences: '"u"' };
  const written = Object.entries(marks).filter(([field, mark]) => JSON.stringify(after[field] ?? null).includes(mark));
  const managers: readonly unknown[] = Array.isArray(after['managedFields']) ? after['managedFields'] : [];
  const mine = managers
    .filter(isJsonRecord)
    .find(({ manager, subresource }) => manager === 'm' && subresource === 'status');
  const fields = isJsonRecord(mine?.['fieldsV1']) ? mine['fieldsV1']['f:metadata'] : undefined;
  const owned = Object.keys(isJsonRecord(fields) ? fields : {}).sort();
  return { status: answer.status, written: written.map(([field]) => field), owned };
}

/** Replaces the status of an object as it is, again if the server's own controllers wrote it meanwhile. */
async function replaceStatus(send: Send, at: string): Promise<Awaited<ReturnType<Send>>> {
  for (;;) {
    const current = await send('GET', at);
    const { metadata, ...whole } = current.body as JsonRecord & { readonly metadata: JsonRecord };
    const finalizers: readonly unknown[] = Array.isArray(metadata['finalizers']) ? metadata['finalizers'] : [];
    const answer = await send('PUT', `${at}/status?fieldManager=m`, 'application/json', {
      ...whole,
      metadata: { ...metadata, ...sent, finalizers: [...finalizers, ...sent.finalizers] },
    });
    if (answer.status !== 409) return answer;
  }
}

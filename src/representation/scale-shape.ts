import type { ObjectMeta } from '../model/kube-object.js';

/**
 * The one shape in which every scalable resource shows its size, whatever version its server speaks.
 * @see https://kubernetes.io/docs/reference/kubernetes-api/autoscaling/scale-v1/
 */
export interface Scale {
  apiVersion: 'autoscaling/v1';
  kind: 'Scale';
  metadata: ObjectMeta;
  /** The number of replicas asked for. The server leaves zero out on the wire; here it is always a number. */
  spec: { replicas: number };
  /** `selector` is a label selector as text, empty when the server gives none. */
  status: { replicas: number; selector: string };
}

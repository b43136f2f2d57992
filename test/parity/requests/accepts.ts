import { acceptFormats, allFormats } from '../../../src/core/discovery/parse-documents.js';
import { acceptMetaKind } from '../../../src/core/representation/meta-kinds.js';

const v2 = 'application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList';
const v2beta1 = 'application/json;g=apidiscovery.k8s.io;v=v2beta1;as=APIGroupDiscoveryList';

/** What kubeatlas itself sends to a root of discovery. */
export const ownDiscoveryAccepts: Readonly<Record<string, string>> = {
  'all formats': acceptFormats(allFormats),
  'all formats and a profile': acceptFormats(allFormats, 'nopeer'),
  'v2 and legacy': acceptFormats(['aggregated/v2', 'legacy']),
  v2: acceptFormats(['aggregated/v2']),
  v2beta1: acceptFormats(['aggregated/v2beta1']),
  legacy: acceptFormats(['legacy']),
};

/** What others may send. Null is no header at all. */
export const otherDiscoveryAccepts: Readonly<Record<string, string | null>> = {
  nothing: null,
  'an empty text': '',
  anything: '*/*',
  'any application': 'application/*',
  'JSON before v2': `application/json,${v2}`,
  'v2 under JSON by weight': `${v2};q=0.5,application/json`,
  'v2 with weight 0': `${v2};q=0,application/json`,
  'JSON alone with weight 0': 'application/json;q=0',
  'a weight that is no number': `${v2};q=high`,
  'a weight above 1': `application/json;q=2,${v2}`,
  'v2 with an unknown parameter': `${v2};drop=metadata.managedFields`,
  'v2 in another order of parameters': 'application/json;as=APIGroupDiscoveryList;v=v2;g=apidiscovery.k8s.io',
  'v2 with spaces': 'application/json; g=apidiscovery.k8s.io; v=v2; as=APIGroupDiscoveryList , application/json',
  'v2 in capitals': 'Application/JSON;G=apidiscovery.k8s.io;V=v2;AS=APIGroupDiscoveryList',
  'v2 with quotes': 'application/json;g="apidiscovery.k8s.io";v="v2";as="APIGroupDiscoveryList"',
  'v2 of any type': '*/*;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList',
  'v2beta1 before v2': `${v2beta1},${v2}`,
  'a version that is none': 'application/json;g=apidiscovery.k8s.io;v=v3;as=APIGroupDiscoveryList',
  'a version that is none, or JSON':
    'application/json;g=apidiscovery.k8s.io;v=v3;as=APIGroupDiscoveryList,application/json',
  'a kind that is none': 'application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscovery',
  'a group without a kind': 'application/json;g=apidiscovery.k8s.io;v=v2',
  'a kind without a group': 'application/json;as=APIGroupDiscoveryList',
  'a Table': 'application/json;as=Table;g=meta.k8s.io;v=v1',
  'a Table or JSON': 'application/json;as=Table;g=meta.k8s.io;v=v1,application/json',
  'JSON of a charset': 'application/json;charset=utf-8',
  'a storage version': 'application/json;sv=v1',
  'a storage version that is none': 'application/json;sv=v2',
  HTML: 'text/html',
  'what a browser sends': 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8',
  'what is no type': 'nonsense',
  'what is no type, or JSON': 'nonsense,application/json',
  YAML: 'application/yaml',
  protobuf: 'application/vnd.kubernetes.protobuf',
};

const meta = (as: string, version = 'v1', type = 'application/json'): string =>
  `${type};as=${as};g=meta.k8s.io;v=${version}`;

/** What kubeatlas itself sends to resources, besides plain JSON. */
export const ownAccepts: Readonly<Record<string, string>> = {
  Table: acceptMetaKind('Table'),
  'metadata of one': acceptMetaKind('PartialObjectMetadata'),
  'metadata of many': acceptMetaKind('PartialObjectMetadataList'),
};

/** What others may send to resources. */
export const otherAccepts: Readonly<Record<string, string | null>> = {
  nothing: null,
  anything: '*/*',
  'any application': 'application/*',
  'in capitals': 'Application/JSON',
  'Table with quotes': 'application/json;as="Table";g="meta.k8s.io";v="v1"',
  'Table with weight 0, or JSON': `${meta('Table')};q=0,application/json`,
  'an empty text': '',
  'Table alone': meta('Table'),
  'Table of v1beta1': meta('Table', 'v1beta1'),
  'Table of a version that is none': meta('Table', 'v2'),
  'Table of a version that is none, or JSON': `${meta('Table', 'v2')},application/json`,
  'Table of another group': 'application/json;as=Table;g=example.org;v=v1,application/json',
  'metadata of one of v1beta1': meta('PartialObjectMetadata', 'v1beta1'),
  'metadata of one alone': meta('PartialObjectMetadata'),
  'metadata of many of v1beta1': meta('PartialObjectMetadataList', 'v1beta1'),
  'metadata of many alone': meta('PartialObjectMetadataList'),
  'metadata of any type': meta('PartialObjectMetadata', 'v1', '*/*'),
  'JSON before Table': `application/json,${meta('Table')}`,
  'Table under JSON by weight': `${meta('Table')};q=0.5,application/json`,
  'Scale alone': 'application/json;as=Scale;g=autoscaling;v=v1',
  'Scale or JSON': 'application/json;as=Scale;g=autoscaling;v=v1,application/json',
  discovery: v2,
  CSV: 'text/csv',
  'CSV or JSON': 'text/csv,application/json',
  'JSON with a suffix': 'application/json+vnd.kubernetes.scale',
  'JSON without managed fields': 'application/json;drop=metadata.managedFields',
  'a storage version that is none': 'application/json;sv=v2',
  'a stream': 'application/json;stream=watch',
  YAML: 'application/yaml',
};

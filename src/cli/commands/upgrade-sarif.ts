import type { FindingSource, FindingObject, UpgradeReport } from '../../upgrade/index.js';

const rules: Readonly<Record<FindingSource, string>> = {
  'audit-log': 'A request in the audit log uses a resource that goes away.',
  'request-metrics': 'A resource that goes away was requested since the API server started.',
  'managed-fields': 'A field manager last wrote in a version that goes away. It may not do so any more.',
  'owner-reference': 'An owner reference names a version that goes away.',
  'scale-target': 'An autoscaler names a version that goes away.',
  'admission-rule': 'The rules of a webhook or policy will miss requests.',
  'rbac-rule': 'A role grants access to a resource that goes away.',
  'stored-versions': 'Objects may be stored in a version that goes away.',
  'lost-objects': 'The target does not serve existing objects in any version.',
  definition: 'A new definition drops or changes something.',
  manifest: 'A manifest uses a resource that the target does not serve.',
};

/**
 * Returns a report in the Static Analysis Results Interchange Format, for code scanning.
 *
 * @see https://docs.oasis-open.org/sarif/sarif/v2.1.0/sarif-v2.1.0.html
 */
export function sarifOf({ findings, unread }: UpgradeReport): object {
  return {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: {
          driver: {
            name: 'kubeatlas upgrade-check',
            rules: Object.entries(rules).map(([id, text]) => ({ id, shortDescription: { text } })),
          },
        },
        invocations: [
          {
            executionSuccessful: unread.length === 0,
            toolExecutionNotifications: unread.map(({ what, why }) => ({
              level: 'error',
              message: { text: `not read: ${what}: ${why}` },
            })),
          },
        ],
        results: findings.map(({ source, severity, uses, who, message, count, last, objects }) => ({
          ruleId: source,
          level: severity,
          message: { text: `${who === undefined ? '' : `${who}: `}${uses}: ${message}` },
          occurrenceCount: count,
          locations: objects.map(locationOf),
          ...(last !== undefined && { properties: { last } }),
        })),
      },
    ],
  };
}

function locationOf({ type, name, namespace, location }: FindingObject): object {
  const fullyQualifiedName = [namespace, type, name].filter((word) => word !== undefined).join('/');
  const [, uri = '', line = ''] = /^(.*):(\d+)$/.exec(location ?? '') ?? [];
  return {
    ...(uri !== '' && {
      physicalLocation: { artifactLocation: { uri }, region: { startLine: Number(line) } },
    }),
    logicalLocations: [{ name, fullyQualifiedName, kind: 'object' }],
  };
}

/**
 * Fields that schemas call required and that answers may lack, by schema: since 1.38 `required` says what a create needs.
 * test/e2e/suite/object-types.test.ts finds them in the answers of real servers; these are from kube-apiserver 1.38.0-beta.0.
 */
export const absentFields: Readonly<Record<string, string>> = {
  'io.k8s.api.authorization.v1.SelfSubjectRulesReviewSpec': 'namespace',
  'io.k8s.api.events.v1.Event': 'action reportingController reportingInstance type',
};

import type { KnownDifference } from './known-difference.js';

const message = ['body.message'];
const causes = ['body.message', 'body.details.causes[*].message'];

/** Failures whose messages are worded differently: status, reason, kind and fields are the same. */
export const knownWords: KnownDifference = {
  what: 'Some messages about bad input are worded differently; status, reason and fields are the same',
  why: 'The messages of real servers quote internals of Go programs, which change between versions.',
  places: [
    { requests: /^create (configmaps|deployments\S+|clusterroles\S+): another (kind|version)$/, parts: message },
    { requests: /^read \S+: many as metadata of (one|any type)/, parts: message },
    { requests: /^read (configmaps|deployments\S+|clusterroles\S+): one as metadata of many/, parts: message },
    { requests: /^read \S+: a bad continue token$/, parts: message },
    { requests: /^replace \S+: with another uid$/, parts: message },
    { requests: /^replace (configmaps|deployments\S+|clusterroles\S+): of another kind$/, parts: message },
    { requests: /^patch (configmaps|deployments\S+|clusterroles\S+): merge, another (kind|version)$/, parts: causes },
    { requests: /^patch \S+: merge, a label that is a number$/, parts: causes },
    { requests: /^patch \S+: merge, (an array|a text|broken JSON)$/, parts: message },
    { requests: /^patch \S+: JSON, (an object|broken JSON)$/, parts: message },
    { requests: /^patch (configmaps|deployments\S+|clusterroles\S+): merge, as metadata of many$/, parts: message },
    { requests: /^delete \S+: options (of another kind|that are no JSON)$/, parts: message },
    { requests: /^scale \S+: (get|patch) as metadata of many$/, parts: message },
    {
      requests: /^scale \S+: put (a text|a fraction|too many|another uid|another kind|another version|broken JSON)$/,
      parts: message,
    },
    { requests: /^scale \S+: patch a text$/, parts: causes },
    { requests: /^names: create \S+ with an owner whose uid is a number$/, parts: message },
    { requests: /^select: \S+ by labels tier=(a\/b|-x|v+)$/, parts: message },
    { requests: /^select: \S+ by labels (a\/b\/c=d|\/b=c|UPPER\S+|k+=v)$/, parts: message },
    { requests: /^select: list with continue=%20$/, parts: message },
    {
      requests:
        /^body: (put )?\S+ of (an array|a text|a number|a brace|JSON and more|YAML|HTML|metadata that are (an array|a text)|a name that is a number|labels that are (numbers|a text)|finalizers that are a text|owners that are numbers|a kind that is a number|a time that is none)$/,
      parts: message,
    },
    { requests: /^apply configmaps: (an array|a text)$/, parts: message },
    { requests: /^strategic: an (item (without its key|that is a text)|unknown directive|array)$/, parts: message },
    { requests: /^strategic: a map for a list$/, parts: causes },
    { requests: /^review: own access, (labels|a name) given$/, parts: causes },
    { requests: /^review: own access of (another kind|broken JSON)$/, parts: message },
    { requests: /^act: (evict with a pod|bind with another uid)$/, parts: message },
    { requests: /^body: a body nested 20,000 deep$/, parts: message },
  ],
};

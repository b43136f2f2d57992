import { describe, expect, it } from 'vitest';
import { cli, lines, server } from './support.js';

const pods = {
  resource: { group: '', version: 'v1', resource: 'pods' },
  kind: { group: '', version: 'v1', kind: 'Pod' },
  scope: 'Namespaced',
};

describe('resolve', () => {
  it('prints what each word means, why, and what else it could mean', async () => {
    expect(await cli(server(), 'resolve po hpa events volumes Deployment.v1.apps ep')).toEqual({
      code: 0,
      stderr: '',
      stdout: lines`
        WORD                 RESOURCE                                  KIND                      SCOPE        REASON
        po                   pods.v1.                                  Pod                       Namespaced   only one
        hpa                  horizontalpodautoscalers.v2.autoscaling   HorizontalPodAutoscaler   Namespaced   preferred version
                             horizontalpodautoscalers.v1.autoscaling   HorizontalPodAutoscaler   Namespaced   another version
        events               events.v1.                                Event                     Namespaced   same objects
                             events.v1.events.k8s.io                   Event                     Namespaced   same objects
        volumes              volumes.v1beta2.longhorn.io               Volume                    Namespaced   server order, a tie
                             volumes.v1beta1.longhorn.io               Volume                    Namespaced   another version
                             volumes.v1.storage.example.org            Volume                    Cluster      fits as well
                             volumes.v1alpha2.storage.example.org      Volume                    Cluster      fits as well
        Deployment.v1.apps   deployments.v1.apps                       Deployment                Namespaced   exact
        ep                   endpoints.v1.                             Endpoints                 Namespaced   core group
                             endpoints.v2.k3s.example.org              Endpoints                 Namespaced   fits as well
      `,
    });
  });

  it('reads lists with commas and categories, the word in the first row alone', async () => {
    const { code, stdout } = await cli(server(), 'resolve no,ns api-extensions --no-headers --verbs watch');
    expect(code).toBe(0);
    const words = stdout.split('\n').map((line) => line.split(' ')[0]);
    expect(words.slice(0, 4)).toEqual(['no', 'ns', 'api-extensions', '']);
    expect(stdout).toContain('customresourcedefinitions.v1.apiextensions.k8s.io');
  });

  it('a word that is nothing is reported with what was perhaps meant, the others are answered, and the exit code is 1', async () => {
    const { code, stdout, stderr } = await cli(server(), 'resolve deplyo po --no-headers');
    expect(code).toBe(1);
    expect(stdout).toBe('po    pods.v1.   Pod   Namespaced   only one\n');
    expect(stderr).toMatch(/^error: .*"deplyo".* did you mean "deployments"\?\n$/);
  });

  it('--ambiguity error refuses a tie, and nothing else', async () => {
    const { code, stdout, stderr } = await cli(server(), 'resolve volumes ep --ambiguity error --no-headers');
    expect(code).toBe(1);
    expect(stdout).toMatch(/^ep /);
    expect(stderr).toMatch(/^error: "volumes".* "volumes.v1beta2.longhorn.io" or .*\n$/);
  });

  it('warns of an answer that something unread goes before', async () => {
    const fake = server();
    fake.configure({ speaks: 'legacy' });
    fake.fail('/apis/apps/v1', { status: 503 });
    expect(await cli(fake, 'resolve deployments --no-headers')).toEqual({
      code: 0,
      stdout: 'deployments   deployments.v1.acid.example.org   Deployment   Namespaced   only one\n',
      stderr:
        'Warning: used deployments.v1.acid.example.org for "deployments", but could not read apps/v1, which takes precedence\n',
    });
  });

  it('tells where more of a category may be, and ends with 1 when nothing of it could be read', async () => {
    const fake = server();
    fake.configure({ speaks: 'legacy' });
    fake.fail('/apis/apps/v1', { status: 503 });
    const parts = 'apps/v1, custom.metrics.k8s.io/v1beta1';
    const some = await cli(fake, 'resolve all --no-headers');
    expect(some.code).toBe(0);
    expect(some.stdout).toMatch(/^all +pods\.v1\./);
    expect(some.stderr).toBe(`Warning: could not read ${parts}, which may contain more of "all"\n`);
    expect(await cli(fake, 'resolve all --no-headers --verbs fly')).toEqual({
      code: 1,
      stdout: '',
      stderr: `error: could not read ${parts}, which may contain "all"\n`,
    });
    const { stdout } = await cli(fake, 'resolve all -o json');
    expect((JSON.parse(stdout) as unknown[]).at(-1)).toEqual({
      word: 'all',
      unread: [
        expect.objectContaining({ group: 'apps', version: 'v1' }),
        expect.objectContaining({ group: 'custom.metrics.k8s.io', version: 'v1beta1' }),
      ],
    });
  });

  it('does not call a built-in group before a custom one a tie', async () => {
    const { code, stdout } = await cli(server(), 'resolve deploy --ambiguity error --no-headers');
    expect(code).toBe(0);
    expect(stdout).toContain('Namespaced   built-in group\n');
  });

  it('--verbs looks only at resources that have them', async () => {
    const { code, stderr } = await cli(server(), 'resolve tokenreviews --verbs list');
    expect(code).toBe(1);
    expect(stderr).toMatch(/^error: "tokenreviews" .*but without the verbs "list"/);
  });

  it('a group that could not be read is no proof that the word is nothing', async () => {
    const { code, stderr } = await cli(server(), 'resolve pods.v1beta1.custom.metrics.k8s.io');
    expect(code).toBe(1);
    expect(stderr).toMatch(/^error: .*custom\.metrics\.k8s\.io\/v1beta1.*\n$/);
  });

  it('-o json gives an entry for each answer, and one for each word without', async () => {
    const { code, stdout, stderr } = await cli(server(), 'resolve pods/web-0 deplyo volumes --ambiguity error -o json');
    expect(code).toBe(1);
    expect(JSON.parse(stdout)).toEqual([
      { word: 'pods/web-0', name: 'web-0', mapping: pods, candidates: [pods], reason: 'only one' },
      {
        word: 'deplyo',
        error: { code: 'no-match', message: expect.any(String) as string, suggestions: ['deployments'] },
      },
      {
        word: 'volumes',
        error: {
          code: 'ambiguous-match',
          message: expect.any(String) as string,
          candidates: ['longhorn.io', 'longhorn.io', 'storage.example.org', 'storage.example.org'].map(
            (group) => expect.objectContaining({ kind: expect.objectContaining({ group }) as object }) as object,
          ),
        },
      },
    ]);
    expect(stderr.split('\n')).toHaveLength(3);
  });
});

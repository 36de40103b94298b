import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { ROOT, read, readImage } from './dockerfile.ts';
import { expectKnownSettings } from './known.ts';

const image = readImage();
const folder = 'deploy/kubernetes';
const manifest = (path: string) => parse(read(`${folder}/${path}`), { version: '1.1' });

/** The module of `kubernetes-types` with the type of each kind that is used. */
const TYPES: Record<string, string> = {
  Namespace: 'core/v1',
  Service: 'core/v1',
  Secret: 'core/v1',
  ConfigMap: 'core/v1',
  Deployment: 'apps/v1',
  PodDisruptionBudget: 'policy/v1',
  NetworkPolicy: 'networking/v1',
};

interface Kustomization {
  resources: string[];
  configMapGenerator: { name: string; literals: string[] }[];
}
const settings = (path: string): Record<string, string> =>
  Object.fromEntries(
    (manifest(`${path}/kustomization.yaml`) as Kustomization).configMapGenerator.flatMap(({ literals }) =>
      literals.map((literal) => literal.split(/=(.*)/s, 2) as [string, string]),
    ),
  );

/** An absolute path, because the compiled file is in another folder. */
const TYPE_FOLDER = join(ROOT, 'node_modules/kubernetes-types').replaceAll('\\', '/');
const base = (manifest('base/kustomization.yaml') as Kustomization).resources.map((file) => manifest(`base/${file}`));
const deployment = manifest('base/deployment.yaml');
const pod = deployment.spec.template.spec;
const [container] = pod.containers;
const CASES = ['embedded', 'platform'] as const;

/** Returns the errors of the compiler for objects with the types of the Kubernetes API: unknown fields are errors. */
function typeErrors(objects: readonly { kind: string; apiVersion: string }[]): string {
  const temporary = mkdtempSync(join(tmpdir(), 'rcpt-types-'));
  try {
    const file = join(temporary, 'manifests.ts');
    const text = objects.map((object, index) => {
      const type = `import('${TYPE_FOLDER}/${TYPES[object.kind]}').${object.kind}`;
      return `export const m${index}: ${type} = ${JSON.stringify(object)};`;
    });
    writeFileSync(file, text.join('\n'));
    const options = ['--noEmit', '--strict', '--ignoreConfig', '--module', 'esnext', '--moduleResolution', 'bundler'];
    const { stdout } = spawnSync(join(ROOT, 'node_modules/.bin/tsc'), [...options, '--types', '', file], {
      encoding: 'utf8',
      shell: process.platform === 'win32',
    });
    return stdout;
  } finally {
    rmSync(temporary, { recursive: true });
  }
}

describe('deploy/kubernetes', () => {
  it('matches the types of the Kubernetes API', () => {
    expect(typeErrors([...base, manifest('secret.example.yaml')])).toBe('');
    // The compiler reports unknown fields at all.
    const wrong = structuredClone(deployment);
    wrong.spec.template.spec.containers[0].securityContext.readOnlyRootFileSystem = true;
    expect(typeErrors([wrong])).toContain('readOnlyRootFileSystem');
  });

  it('selects the same pods in all manifests', () => {
    const { labels } = deployment.spec.template.metadata;
    expect(deployment.spec.selector.matchLabels).toEqual(labels);
    expect(pod.topologySpreadConstraints[0].labelSelector.matchLabels).toEqual(labels);
    expect(manifest('base/service.yaml').spec.selector).toEqual(labels);
    expect(manifest('base/disruption-budget.yaml').spec.selector.matchLabels).toEqual(labels);
    expect(manifest('base/network-policy.yaml').spec.podSelector.matchLabels).toEqual(labels);
  });

  it('runs three pods, of which upgrades and evictions leave two', () => {
    expect(deployment.spec.replicas).toBe(3);
    expect(deployment.spec.strategy.rollingUpdate).toEqual({ maxSurge: 1, maxUnavailable: 0 });
    expect(manifest('base/disruption-budget.yaml').spec.maxUnavailable).toBe(1);
  });

  it('meets the restricted security profile with a read-only file system', () => {
    expect(manifest('base/namespace.yaml').metadata.labels['pod-security.kubernetes.io/enforce']).toBe('restricted');
    const [uid, gid] = image.user.split(':').map(Number);
    expect(pod.securityContext).toEqual({
      runAsNonRoot: true,
      runAsUser: uid,
      runAsGroup: gid,
      fsGroup: gid,
      seccompProfile: { type: 'RuntimeDefault' },
    });
    expect(container.securityContext).toEqual({
      allowPrivilegeEscalation: false,
      readOnlyRootFilesystem: true,
      capabilities: { drop: ['ALL'] },
    });
    expect(pod.automountServiceAccountToken).toBe(false);
    expect(pod.volumes.map((volume: object) => Object.keys(volume))).toEqual([['name', 'secret']]);
  });

  it('disables service links, whose environment names the program would reject', () => {
    expect(pod.enableServiceLinks).toBe(false);
  });

  it('probes the port of the server with an accepted Host header', () => {
    expect(container.args).toEqual(image.command);
    expect(container.ports).toEqual([{ name: 'http', containerPort: image.port }]);
    const probes = [container.startupProbe, container.livenessProbe, container.readinessProbe];
    expect(probes.map(({ httpGet }) => httpGet.path)).toEqual(['/healthz', '/healthz', '/readyz']);
    for (const { httpGet } of probes) {
      expect(httpGet.port).toBe('http');
      expect(httpGet.httpHeaders).toEqual([{ name: 'Host', value: 'localhost' }]);
    }
    const [port] = manifest('base/service.yaml').spec.ports;
    expect([port.port, port.targetPort]).toEqual([image.port, 'http']);
    expect(manifest('base/network-policy.yaml').spec.ingress[0].ports).toEqual([{ port: 'http' }]);
  });

  it('gives the server enough time to finish requests', () => {
    const { sleep } = container.lifecycle.preStop;
    expect(pod.terminationGracePeriodSeconds).toBeGreaterThan(sleep.seconds + 15);
  });

  it.each(CASES)('%s sets only options that the program knows', (name) => {
    const own = Object.fromEntries(
      container.env
        .filter((entry: { value?: string }) => entry.value)
        .map((entry: { name: string; value: string }) => [entry.name, entry.value]),
    );
    const all: Record<string, string> = { ...settings('base'), ...settings(name), ...own };
    expectKnownSettings('http', all);
    expect(all.RCPT_STATE ?? all.RCPT_DATABASE).toMatch(/^postgres:/);
  });

  it('starts a new database without the demo business, after a command that describes the own one', () => {
    const { RCPT_DEMO: demo, RCPT_DATABASE: database } = settings('embedded');
    expect(demo).toBe('false');
    expect(read('deploy/README.md')).toContain(
      `npx rcpt-mcp business init \\\n  --database ${database}\nkubectl apply -k deploy/kubernetes/embedded\n`,
    );
  });

  it('contains no secret', () => {
    const secret = manifest('secret.example.yaml');
    expect(Object.values(secret.stringData)).toEqual(['', '', '']);
    const mounted = pod.volumes[0].secret.items.map(({ key }: { key: string }) => key);
    for (const key of [...mounted, 'database-password', 'api-key']) expect(secret.stringData).toHaveProperty([key]);
  });
});

describe.skipIf(spawnSync('kubectl', ['kustomize', '--help'], { stdio: 'ignore' }).status !== 0)(
  'kubectl kustomize',
  () => {
    it.each(CASES)('builds %s', (name) => {
      const { stdout, stderr } = spawnSync('kubectl', ['kustomize', `${ROOT}/${folder}/${name}`], { encoding: 'utf8' });
      const objects = parseAllDocuments(stdout, { version: '1.1' }).map((document) => document.toJS());
      expect(objects.map(({ kind }) => kind).sort(), stderr).toEqual(
        [...base.map(({ kind }) => kind), 'ConfigMap'].sort(),
      );
      expect(typeErrors(objects)).toBe('');
      for (const { metadata, kind } of objects) if (kind !== 'Namespace') expect(metadata.namespace).toBe('rcpt-mcp');
      const config = objects.find(({ kind }) => kind === 'ConfigMap');
      expect(config.data).toEqual({ ...settings('base'), ...settings(name) });
      const [server] = objects.find(({ kind }) => kind === 'Deployment').spec.template.spec.containers;
      expect(server.envFrom[0].configMapRef.name).toBe(config.metadata.name);
      expect(server.env.map((entry: { name: string }) => entry.name)).toContain('RCPT_ALLOWED_HOSTS');
    });
  },
);

import { bundledPackages } from './licences.ts';

const purl = (name: string, version: string) => `pkg:npm/${name.replace('@', '%40')}@${version}`;

/**
 * Creates the bill of materials (CycloneDX 1.6) of the bundled packages. `npm sbom` does not list them, because they are
 * not dependencies of the published package. The output is reproducible: the same build gives the same bytes.
 */
export function sbom(
  files: readonly string[],
  about: { name: string; version: string; license: string },
  root = '.',
): Record<string, unknown> {
  const own = purl(about.name, about.version);
  const parts = bundledPackages(files, root);
  return {
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: {
      lifecycles: [{ phase: 'build' }],
      component: {
        type: 'application',
        'bom-ref': own,
        name: about.name,
        version: about.version,
        purl: own,
        licenses: [{ license: { id: about.license } }],
      },
    },
    components: parts.map(({ name, version, license }) => ({
      type: 'library',
      'bom-ref': purl(name, version),
      name,
      version,
      purl: purl(name, version),
      licenses: [{ license: { id: license } }],
    })),
    dependencies: [{ ref: own, dependsOn: parts.map(({ name, version }) => purl(name, version)) }],
  };
}

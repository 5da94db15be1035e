import semver from 'semver';
import { integrityOf } from '../build/package-files.ts';
import type { PluginBuild } from '../build/plugin/plugin-build.ts';

const WRAPPER = 'server-upgraded.mjs';

/** The same plugin one version on, with a migration more: what a hospital gets next, without a line of the vendor's changed. */
export function upgraded(built: PluginBuild, schema: string): PluginBuild {
  const { manifest } = built;
  const version = semver.inc(manifest.version, 'minor') ?? '99.0.0';
  const number = String((manifest.server?.migrations?.length ?? 0) + 1).padStart(4, '0');
  const name = `${number}-conformance`;
  const wrapper = new TextEncoder().encode(
    `import server from './${manifest.server?.entry}';\nexport default { ...server, migrations: [...server.migrations, { name: '${name}', sql: 'create table ${schema}.conformance (id text)' }] };\n`,
  );
  const next = {
    ...manifest,
    version,
    server: { ...manifest.server, entry: WRAPPER, migrations: [...(manifest.server?.migrations ?? []), name] },
    files: { ...manifest.files, [WRAPPER]: { integrity: integrityOf(wrapper), size: wrapper.length } },
  };
  const text = new TextEncoder().encode(`${JSON.stringify(next, null, 1)}\n`);
  return { ...built, manifest: next, files: new Map([...built.files, [WRAPPER, wrapper], ['manifest.json', text]]), manifestIntegrity: integrityOf(text) };
}

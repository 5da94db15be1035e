import { build } from 'esbuild';
import semver from 'semver';
import { integrityOf } from '../build/package-files.ts';
import type { PluginBuild } from '../build/plugin/plugin-build.ts';

const WRAPPER = 'server-upgraded.mjs';

const HALF = 'half-before';

/** One file again, as every half is: a server reads no other beside it. What the half imports of Node stays as it is. */
async function inOneFile(wrapper: string, half: Uint8Array): Promise<Uint8Array> {
  const { outputFiles } = await build({
    stdin: { contents: wrapper },
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    write: false,
    charset: 'utf8',
    legalComments: 'none',
    logLevel: 'silent',
    plugins: [
      {
        name: 'nephra-half-before',
        setup(setup) {
          setup.onResolve({ filter: /./ }, ({ path, kind }) =>
            kind === 'entry-point' ? undefined : path === HALF ? { path, namespace: HALF } : { path, external: true },
          );
          setup.onLoad({ filter: /./, namespace: HALF }, () => ({ contents: half, loader: 'js' }));
        },
      },
    ],
  });
  return outputFiles[0]?.contents ?? new Uint8Array();
}

/** The same plugin one version on, with a migration more: what a hospital gets next, without a line of the vendor's changed. */
export async function upgraded(built: PluginBuild, schema: string): Promise<PluginBuild> {
  const { manifest } = built;
  const version = semver.inc(manifest.version, 'minor') ?? '99.0.0';
  const number = String((manifest.server?.migrations?.length ?? 0) + 1).padStart(4, '0');
  const name = `${number}-conformance`;
  const wrapper = await inOneFile(
    `import server from '${HALF}';\nexport default { ...server, migrations: [...server.migrations, { name: '${name}', sql: 'create table ${schema}.conformance (id text)' }] };\n`,
    built.files.get(manifest.server?.entry ?? '') ?? new Uint8Array(),
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

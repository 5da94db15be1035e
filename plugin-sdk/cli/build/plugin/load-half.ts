import { build } from 'esbuild';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { ServerPlugin } from '../../../server/define-server-plugin.ts';
import type { SdkLocation } from '../sdk-location.ts';

/** Runs code in Node from a place that is gone afterwards. */
async function imported(code: Uint8Array | string): Promise<Record<string, unknown>> {
  const place = await mkdtemp(path.join(tmpdir(), 'nephra-server-'));
  try {
    const file = path.join(place, 'server.mjs');
    await writeFile(file, (typeof code === 'string' ? code : new TextDecoder().decode(code)).replace(/\n\/\/# sourceMappingURL=.*\s*$/, '\n'));
    return (await import(pathToFileURL(file).href)) as Record<string, unknown>;
  } finally {
    await rm(place, { recursive: true, force: true });
  }
}

const REQUIRE = "import { createRequire as nephraRequire } from 'node:module'; const require = nephraRequire(import.meta.url);";

interface OfferedSdk {
  /** Sources of the SDK that a half runs on here; absolute. Empty for the packed SDK. */
  readonly inputs: readonly string[];
}

/** The SDK's own server part, offered to halves as a server does. TypeScript has to be bundled first. */
async function offerSdk(sdk: SdkLocation): Promise<OfferedSdk> {
  const entry = sdk.file('server/shared/share-sdk');
  if (!sdk.fromSource) {
    const { shareSdk } = (await import(pathToFileURL(entry).href)) as { shareSdk: () => void };
    shareSdk();
    return { inputs: [] };
  }
  const { outputFiles, metafile } = await build({
    absWorkingDir: sdk.folder,
    entryPoints: [entry],
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    outfile: 'shared.mjs',
    write: false,
    metafile: true,
    logLevel: 'silent',
    conditions: ['module', ...sdk.conditions],
    // Asked for when it is needed, and nothing of it is while a half is looked at.
    external: ['libpg-query'],
    banner: { js: REQUIRE },
    // Packages that the SDK asks for late are found from where it stands, not from where it runs for this moment.
    define: { 'import.meta.url': JSON.stringify(pathToFileURL(entry).href) },
  });
  ((await imported(outputFiles[0]?.contents ?? '')) as { shareSdk: () => void }).shareSdk();
  return { inputs: Object.keys(metafile.inputs).map((input) => path.resolve(sdk.folder, input)) };
}

const offered = new Map<string, Promise<OfferedSdk>>();

/** Offers the SDK to halves that are loaded here; once for each. */
export function sdkForHalves(sdk: SdkLocation): Promise<OfferedSdk> {
  const known = offered.get(sdk.folder) ?? offerSdk(sdk);
  offered.set(sdk.folder, known);
  return known;
}

/** Loads a built server half as the host will. @throws Error as thrown by its code, or when it is no half */
export async function loadServerHalf(code: Uint8Array, sdk: SdkLocation): Promise<ServerPlugin<unknown>> {
  await sdkForHalves(sdk);
  const { default: server } = await imported(code);
  if (typeof server !== 'object' || server === null) throw new Error('it must end with `export default defineServerPlugin({ … })`');
  return server as ServerPlugin<unknown>;
}

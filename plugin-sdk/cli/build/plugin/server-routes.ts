import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { ServerPlugin } from '../../../server/define-server-plugin.ts';
import { BuildProblem } from '../problem.ts';

/**
 * `GET /api/…` of each route that a server half answers. The bundle is loaded for it, as a hospital's server will.
 * @throws BuildProblem when it cannot be loaded, which would otherwise show in the hospital only
 */
export async function routesOf(code: Uint8Array, source: string): Promise<string[]> {
  const place = await mkdtemp(path.join(tmpdir(), 'nephra-server-'));
  try {
    const file = path.join(place, 'server.mjs');
    await writeFile(file, new TextDecoder().decode(code).replace(/\n\/\/# sourceMappingURL=.*\s*$/, '\n'));
    const { default: server } = (await import(pathToFileURL(file).href)) as { default?: ServerPlugin<never> };
    if (typeof server !== 'object' || server === null) throw new Error('it must end with `export default defineServerPlugin({ … })`');
    return (server.implementations ?? []).flatMap(({ contract }) => Object.values(contract.routes).map(({ method, path: address }) => `${method} ${address}`));
  } catch (error) {
    throw new BuildProblem(`${source} cannot be loaded: ${error instanceof Error ? error.message : String(error)}`);
  } finally {
    await rm(place, { recursive: true, force: true });
  }
}

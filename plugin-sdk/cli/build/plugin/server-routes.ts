import { BuildProblem } from '../problem.ts';
import type { SdkLocation } from '../sdk-location.ts';
import { loadServerHalf } from './load-half.ts';

/**
 * `GET /api/…` of each route that a server half answers. The bundle is loaded for it, as a hospital's server will.
 * @throws BuildProblem when it cannot be loaded, which would otherwise show in the hospital only
 */
export async function routesOf(code: Uint8Array, source: string, sdk: SdkLocation): Promise<string[]> {
  try {
    const { implementations = [] } = await loadServerHalf(code, sdk);
    return implementations.flatMap(({ contract }) => Object.values(contract.routes).map(({ method, path: address }) => `${method} ${address}`));
  } catch (error) {
    throw new BuildProblem(`${source} cannot be loaded: ${error instanceof Error ? error.message : String(error)}`);
  }
}

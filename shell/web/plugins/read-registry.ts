import type { HttpPort } from '@nephra/plugin-sdk/web';
import { registryContract } from '../../contract/index.ts';
import type { SessionRegistry } from './plugin-host.ts';

/**
 * Which plugins the session has. Without the registry the shell still works; pages of plugins then say that they cannot be had.
 * @param page path that is about to be opened; the answer then says what its page runs on
 */
export async function readRegistry(http: HttpPort, page?: string): Promise<SessionRegistry> {
  return (await http.call(registryContract.routes.forSession, { query: { page } }, { quiet: true })).data as SessionRegistry;
}

import { hostContract } from '../../contract/index.ts';
import type { CoreParts } from '../core/core-parts.ts';
import type { PluginHost } from '../host/plugin-host.ts';
import { PRODUCT_VERSION } from '../identity/sys-config.ts';
import { type BoundRoute, bindCore, type RouteOwner } from './bound-route.ts';
import { openApiDocument } from './openapi.ts';

/** Anybody may ask for health: all who ask within this time share one question to the database. */
const HEALTH_FRESH_MS = 500;

/** Health and the description of all calls. */
export function hostRoutes(owner: RouteOwner, { config, database }: CoreParts, host: PluginHost): BoundRoute[] {
  let document: { revision: string; content: Buffer } | undefined;
  let asked: { at: number; answer: ReturnType<typeof database.health> } | undefined;
  const databaseHealth = () => {
    const at = performance.now();
    if (!asked || at - asked.at > HEALTH_FRESH_MS) asked = { at, answer: database.health() };
    return asked.answer;
  };
  return bindCore(owner, hostContract, {
    health: async () => {
      const { ok, engine } = await databaseHealth();
      const plugins = host.snapshot.plugins.map(({ entry, live, state }) => ({ id: entry.id, version: live?.version ?? '', state }));
      const sound = ok && plugins.every(({ state }) => state === 'active' || state === 'disabled') && host.fileError === '';
      return { status: sound ? ('ok' as const) : ('degraded' as const), version: PRODUCT_VERSION, database: { engine, ok }, plugins };
    },
    openapi: async () => {
      const { revision, routes } = host.snapshot;
      if (document?.revision !== revision) {
        document = { revision, content: Buffer.from(JSON.stringify(openApiDocument(routes, { title: config.sysName, version: PRODUCT_VERSION }))) };
      }
      return { content: document.content, contentType: 'application/json; charset=utf-8' };
    },
  });
}

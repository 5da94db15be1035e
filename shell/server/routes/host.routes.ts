import { hostContract } from '../../contract/index.ts';
import type { CoreParts } from '../composition/core-parts.ts';
import type { ClockWatch } from '../core/clock/clock-watch.ts';
import type { PluginHost } from '../host/plugin-host.ts';
import { openApiDocument } from '../http/openapi.ts';
import { type BoundRoute, bindCore, type RouteOwner } from '../http/pipeline/bound-route.ts';
import type { CallScope } from '../http/pipeline/call-scope.ts';
import { PRODUCT_VERSION } from '../identity/sys-config.ts';

/** Anybody may ask for health: all who ask within this time share one question to the database. */
const HEALTH_FRESH_MS = 500;

const LOOPBACK = new Set(['127.0.0.1', '::1', '::ffff:127.0.0.1']);

/**
 * Versions tell a stranger which faults to try. In production this computer is no friend either: behind a proxy on the same machine that is
 * not configured, everybody seems to call from there.
 */
const maySeeDetails = ({ caller, facts }: CallScope, mode: CoreParts['config']['mode']): boolean =>
  (caller.kind === 'signed-in' && caller.can('system.plugins')) || (mode !== 'production' && LOOPBACK.has(facts.ip));

/** Health and the description of all calls. */
export function hostRoutes(owner: RouteOwner, { config, database }: CoreParts, host: PluginHost, clockWatch: Pick<ClockWatch, 'steps'>): BoundRoute[] {
  let document: { revision: string; content: Buffer } | undefined;
  let asked: { at: number; answer: ReturnType<typeof database.health> } | undefined;
  const databaseHealth = () => {
    const at = performance.now();
    if (!asked || at - asked.at > HEALTH_FRESH_MS) asked = { at, answer: database.health() };
    return asked.answer;
  };
  return bindCore(owner, hostContract, {
    health: async (_input, _ctx, call) => {
      const { ok, engine } = await databaseHealth();
      const plugins = host.snapshot.plugins.map(({ entry, live, state }) => ({ id: entry.id, version: live?.version ?? '', state }));
      const sound = ok && plugins.every(({ state }) => state === 'active' || state === 'disabled') && host.fileError === '';
      const status = sound ? ('ok' as const) : ('degraded' as const);
      if (!maySeeDetails(call, config.mode)) return { status };
      const [step] = ok ? await clockWatch.steps() : [];
      const lastClockStep = step ? { at: step.at.getTime(), byMs: step.byMs } : null;
      const { size, inUse, queued, waiting } = database.load;
      const connections = { size, inUse, queued, waiting: waiting.statements + waiting.transactions + waiting.streams };
      return { status, version: PRODUCT_VERSION, database: { engine, ok, connections }, plugins, lastClockStep };
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

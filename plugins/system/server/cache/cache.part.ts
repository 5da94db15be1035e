import { AppError, EnvelopeCode } from '@nephra/plugin-sdk/contract';
import {
  implement,
  requireSystemAdministrator,
  type ServerCache,
  serverCachePoint,
  serverFigures,
  type ServerPart,
  shellCaches,
} from '@nephra/plugin-sdk/server';
import { type CacheRow, cacheContract } from '../../contract/cache/cache.contract.ts';
import type { Ctx, SystemDb } from '../tables/tables.ts';

interface OwnedCache {
  readonly pluginId: string;
  readonly cache: ServerCache;
}

const SHELL = 'core';
const nameOf = ({ pluginId, cache }: OwnedCache): string => `${pluginId}.${cache.name}`;

function cachesOf(ctx: Ctx): readonly OwnedCache[] {
  requireSystemAdministrator(ctx);
  const shell = ctx
    .service(shellCaches)
    .all()
    .map((cache) => ({ pluginId: SHELL, cache }));
  return [...shell, ...ctx.extensions(serverCachePoint).map(({ pluginId, value }) => ({ pluginId, cache: value }))];
}

/** @throws AppError `core.not-found` */
function cacheNamed(ctx: Ctx, name: string): OwnedCache {
  const found = cachesOf(ctx).find((one) => nameOf(one) === name);
  if (!found) throw new AppError('core.not-found', { code: EnvelopeCode.NotFound });
  return found;
}

/** A cache of a package from outside is in a process of its own: it answers later. */
const rowOf = async (owned: OwnedCache, { language }: Ctx): Promise<CacheRow> => ({
  name: nameOf(owned),
  title: owned.cache.title[language],
  pluginId: owned.pluginId,
  overdueTime: null,
  cacheSize: Math.round((await owned.cache.bytes()) ?? 0),
  entries: await owned.cache.entries(),
});

const routes = implement<SystemDb>()(cacheContract, {
  list: async (_input, ctx) => {
    const list = await Promise.all(cachesOf(ctx).map((owned) => rowOf(owned, ctx)));
    return { list, host: (await ctx.service(serverFigures).now()).server.host };
  },
  one: async ({ params: { name } }, ctx) => {
    const { cache } = cacheNamed(ctx, name);
    return { name, value: JSON.stringify({ entries: await cache.entries(), bytes: (await cache.bytes()) ?? null }) };
  },
  clear: async ({ params: { name } }, ctx) => {
    const owned = cacheNamed(ctx, name);
    await owned.cache.clear();
    ctx.audit({ subject: 'cache', subjectId: name });
    ctx.message('cache-cleared', { name: owned.cache.title[ctx.language] });
    return null;
  },
  clearAll: async (_input, ctx) => {
    const all = cachesOf(ctx);
    for (const { cache } of all) await cache.clear();
    ctx.audit({ subject: 'cache', subjectId: '', note: all.map(nameOf).join(' ') });
    ctx.message('caches-cleared');
    return null;
  },
});

export const cachePart: ServerPart<SystemDb> = { name: 'cache', implementations: [routes] };

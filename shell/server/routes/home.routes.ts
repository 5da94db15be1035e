import { homeCards } from '@nephra/plugin-sdk/server';
import { HOME_MODULE, homeContract } from '../../contract/index.ts';
import type { CoreParts } from '../composition/core-parts.ts';
import { readHome } from '../home/read-home.ts';
import type { PluginHost } from '../host/plugin-host.ts';
import { type BoundRoute, bindCore, type RouteOwner } from '../http/pipeline/bound-route.ts';
import type { ColumnSettings } from '../identity/column-settings.ts';

/** The start page in one call. */
export function homeRoutes(owner: RouteOwner, { log, clock }: CoreParts, host: PluginHost, columns: ColumnSettings): BoundRoute[] {
  return bindCore(owner, homeContract, {
    cards: async (_input, ctx) => {
      const { user, language, ip } = ctx;
      // Cards read only; what they would say of themselves has no place here.
      const reader = { user, language, ip, can: ctx.can, dataScope: ctx.dataScope, audit: () => {}, message: () => {} };
      const arrangement = await columns.of(user.userId, HOME_MODULE);
      return { list: await readHome({ cards: host.extensions(homeCards), arrangement, reader, language, log }), at: clock.now().getTime() };
    },
  });
}

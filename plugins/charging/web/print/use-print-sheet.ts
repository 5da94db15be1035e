import { createClient, usePlugin } from '@nephra/plugin-sdk/web';
import { useCallback } from 'react';
import { chargeContract } from '../../contract/index.ts';
import { settleSheetHtml } from './settle-sheet.html.ts';

/**
 * Reads a bill's settlement sheet and opens the browser's print preview with it.
 * @returns `region` when its region prints that in a form of its own, and nothing was printed
 */
export function usePrintSheet(): (chargeId: string, kind: 'sheet' | 'detail') => Promise<'printed' | 'region'> {
  const ctx = usePlugin();
  return useCallback(
    async (chargeId, kind) => {
      const client = createClient(chargeContract, ctx.http);
      const route = kind === 'sheet' ? client.printSettle : client.printSettleDetail;
      const [sheet] = (await route({ query: { chargeId } })).data.list;
      if (!sheet) return 'printed';
      if (kind === 'sheet' && sheet.ownForm) return 'region';
      await ctx.print(settleSheetHtml(ctx.t, sheet, kind, ctx.language));
      return 'printed';
    },
    [ctx],
  );
}

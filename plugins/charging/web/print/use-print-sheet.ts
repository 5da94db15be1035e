import { createClient, usePlugin } from '@nephra/plugin-sdk/web';
import { useCallback } from 'react';
import { chargeContract } from '../../contract/index.ts';
import { settleSheetHtml } from './settle-sheet.html.ts';

/** Reads a bill's settlement sheet in the general form, which the log keeps as a print, and opens the browser's print preview with it. */
export function usePrintSheet(): (chargeId: string, kind: 'sheet' | 'detail') => Promise<void> {
  const ctx = usePlugin();
  return useCallback(
    async (chargeId, kind) => {
      const client = createClient(chargeContract, ctx.http);
      const route = kind === 'sheet' ? client.printSettle : client.printSettleDetail;
      const [sheet] = (await route({ query: { chargeId } })).data.list;
      if (sheet) await ctx.print(settleSheetHtml(ctx.t, sheet, kind, ctx.language));
    },
    [ctx],
  );
}

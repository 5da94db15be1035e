import { usePlugin } from '@nephra/plugin-sdk/web';
import { useCallback } from 'react';
import { shiftSheetHtml } from './shift-sheet.html.ts';
import type { ShiftStore } from './shift.store.ts';

/** Reads a closing and opens the browser's print preview with it. */
export function usePrintShift(store: ShiftStore): (shiftId: string) => Promise<void> {
  const ctx = usePlugin();
  return useCallback(
    async (shiftId) => {
      ctx.print(shiftSheetHtml(ctx.t, await store.record(shiftId)));
    },
    [ctx, store],
  );
}

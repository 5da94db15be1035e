import { insuranceRegions, moneyToWire, sheetTitles } from '@nephra/plugin-sdk/contract';
import { dataRights, defineServerPlugin, extend, implement } from '@nephra/plugin-sdk/server';
import { settlementSheets } from '@nephra/plugins/charging';
import { sheetContract } from '../contract/index.ts';
import { island } from './island.adapter.ts';
import { sheetTitle } from './sheet-title.ts';

const routes = implement<never>()(sheetContract, {
  async sheet({ params }, ctx) {
    // Of charging alone: whose bills somebody sees is asked there.
    const asked = { billId: params.billId, orgIds: ctx.user.orgIds, rights: dataRights(ctx, 'his.charging'), language: ctx.language };
    const { sheet, lines } = await ctx.service(settlementSheets).of(asked);
    return { ...sheet, parts: lines.map(({ drugType, amount, inscp }) => ({ kind: drugType, amount: moneyToWire(amount), covered: moneyToWire(inscp) })) };
  },
});

export default defineServerPlugin<never>({
  implementations: [routes],
  extensions: [extend(insuranceRegions, () => island), extend(sheetTitles, () => sheetTitle)],
});

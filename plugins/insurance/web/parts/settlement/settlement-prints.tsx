import { formatInstant } from '@nephra/plugin-sdk/contract';
import { Button } from '@nephra/plugin-sdk/ui';
import { createClient, SlotOutlet, usePlugin } from '@nephra/plugin-sdk/web';
import { useRunOnce } from '@nephra/plugin-sdk/widgets';
import { useContext } from 'react';
import { exchangeContract, type SettlementRecord } from '../../../contract/index.ts';
import { settlementLinesPaper } from './settlement-paper.ts';
import { LineRegion } from '../region-context.ts';
import '../../../contract/slots.ts';

/** Papers of a finished settlement: those of its bill, as the charge desk prints them, the insurer's parts of every line, and what the region adds. */
export function SettlementPrints({ settlement }: { readonly settlement: SettlementRecord }) {
  const ctx = usePlugin();
  const { t } = ctx;
  const region = useContext(LineRegion);
  const { busy, run } = useRunOnce();
  const printLines = async (): Promise<void> => {
    const { data } = await createClient(exchangeContract, ctx.http).authInfo({});
    const { fixmedins_name, fixmedins_code } = data.sysConfigInfo;
    await ctx.print(settlementLinesPaper(t, settlement, { facility: fixmedins_name, code: fixmedins_code, printed: formatInstant(ctx.now()) }));
  };
  if (!settlement.amounts) return null;
  return (
    <>
      <Button theme="light" type="tertiary" loading={busy} onClick={() => void run(printLines)}>
        {t('desk.printLines')}
      </Button>
      {settlement.billId !== null && <SlotOutlet point="charging/settlement-sheet@1" props={{ billId: settlement.billId }} />}
      {region !== null && <SlotOutlet point="insurance/settle-extras@1" props={{ region, settlement, billId: settlement.billId }} />}
    </>
  );
}

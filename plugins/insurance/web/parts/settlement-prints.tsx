import { formatInstant } from '@nephra/plugin-sdk/contract';
import { Button } from '@nephra/plugin-sdk/ui';
import { createClient, SlotOutlet, usePlugin } from '@nephra/plugin-sdk/web';
import { useContext } from 'react';
import { exchangeContract, type SettlementRecord } from '../../contract/index.ts';
import { settlementPaper } from './settlement-paper.ts';
import { LineRegion } from './region-context.ts';
import '../../contract/slots.ts';

/** Papers of a finished settlement: the sheet, the fee list, and what the region adds. */
export function SettlementPrints({ settlement }: { readonly settlement: SettlementRecord }) {
  const ctx = usePlugin();
  const { t } = ctx;
  const region = useContext(LineRegion);
  const print = async (kind: 'sheet' | 'lines') => {
    const { data } = await createClient(exchangeContract, ctx.http).authInfo({});
    ctx.print(
      settlementPaper(t, settlement, {
        kind,
        facility: data.sysConfigInfo.fixmedins_name,
        code: data.sysConfigInfo.fixmedins_code,
        printed: formatInstant(Date.now()),
      }),
    );
  };
  if (!settlement.amounts) return null;
  return (
    <>
      <Button theme="light" type="primary" onClick={() => void print('sheet')}>
        {t('desk.printSheet')}
      </Button>
      <Button theme="light" type="tertiary" onClick={() => void print('lines')}>
        {t('desk.printLines')}
      </Button>
      {region !== null && <SlotOutlet point="insurance/settle-extras@1" props={{ region, settlement, billId: settlement.billId }} />}
    </>
  );
}

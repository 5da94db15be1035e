import { usePlugin } from '@nephra/plugin-sdk/web';
import { AmountText, SumStrip, type SumStripItem } from '@nephra/plugin-sdk/widgets';
import { observer } from 'mobx-react-lite';
import type { BillTotal } from '../../contract/index.ts';
import { money } from '../vocabulary.ts';

const GROUPS = ['westPrice', 'diagTreatPrice', 'assayPrice'] as const;

/** Sums over everything the search finds: what came in, what went back, what the drawer must hold, by way. */
export const BillTotalsStrip = observer(function BillTotalsStrip({ total }: { readonly total: BillTotal | null }) {
  const { t } = usePlugin();
  const sum = (label: string, value: number | undefined, strong?: boolean): SumStripItem => ({
    label,
    value: <AmountText amount={value === undefined ? null : money(value)} strong={strong} />,
  });
  return (
    <SumStrip
      label={t('bills.totals')}
      items={[
        sum(t('bills.charged', { n: total?.chargedCount ?? 0 }), total?.chargedPrice),
        sum(t('bills.refunded', { n: total?.refundCount ?? 0 }), total?.refundPrice),
        sum(t('bills.net'), total?.netPrice, true),
        ...(total?.ways ?? []).map((way) => ({ ...sum(way.payWayName, way.amount), key: way.payWay })),
        ...GROUPS.map((group): SumStripItem => ({ ...sum(t(`totals.${group}`), total?.[group]), tone: 'soft' })),
      ]}
    />
  );
});

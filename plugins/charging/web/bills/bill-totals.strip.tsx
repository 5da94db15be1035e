import { usePlugin } from '@nephra/plugin-sdk/web';
import { AmountText } from '@nephra/plugin-sdk/widgets';
import { observer } from 'mobx-react-lite';
import type { BillTotal } from '../../contract/index.ts';
import { money } from '../vocabulary.ts';

/** Sums over everything the search finds: what came in, what went back, what the drawer must hold, by way. */
export const BillTotalsStrip = observer(function BillTotalsStrip({ total }: { readonly total: BillTotal | null }) {
  const { t } = usePlugin();
  const facts = [
    { label: t('bills.charged', { n: total?.chargedCount ?? 0 }), value: total?.chargedPrice },
    { label: t('bills.refunded', { n: total?.refundCount ?? 0 }), value: total?.refundPrice },
    { label: t('bills.net'), value: total?.netPrice, strong: true },
    ...(total?.ways ?? []).map((way) => ({ label: way.payWayName, value: way.amount })),
    { label: t('totals.westPrice'), value: total?.westPrice, soft: true },
    { label: t('totals.diagTreatPrice'), value: total?.diagTreatPrice, soft: true },
    { label: t('totals.assayPrice'), value: total?.assayPrice, soft: true },
  ];
  return (
    <dl className="ch-strip" aria-label={t('bills.totals')}>
      {facts.map(({ label, value, ...look }) => (
        <div key={label} className={'soft' in look && look.soft ? 'ch-soft' : undefined}>
          <dt>{label}</dt>
          <dd>
            <AmountText amount={value === undefined ? null : money(value)} strong={'strong' in look && look.strong} />
          </dd>
        </div>
      ))}
    </dl>
  );
});

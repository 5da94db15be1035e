import { Button } from '@nephra/plugin-sdk/ui';
import { usePlugin } from '@nephra/plugin-sdk/web';
import { AmountText, ReceiptCard } from '@nephra/plugin-sdk/widgets';
import { observer } from 'mobx-react-lite';
import { SettlementPrints } from '../../parts/settlement/settlement-prints.tsx';
import { money } from '../../parts/words.ts';
import type { SettleFlowStore } from './flow.store.ts';

/** Platform and bill agree: number, change, papers, and on to the next patient. */
export const DoneStep = observer(function DoneStep({ flow, onNext }: { readonly flow: SettleFlowStore; readonly onNext: () => void }) {
  const { t } = usePlugin();
  const { settlement, payment } = flow;
  if (!settlement) return null;
  const fact = (name: 'medfee_sumamt' | 'fund_pay_sumamt' | 'acct_pay' | 'psn_cash_pay' | 'hosp_part_amt', look: { strong?: true; sign?: true } = {}) => ({
    key: name,
    label: t(`amount.${name}.name`),
    value: <AmountText amount={money(settlement[name])} {...look} />,
  });
  return (
    <ReceiptCard
      wide
      title={t('desk.done')}
      number={{ label: t('desk.billNo'), text: settlement.billNo, note: t('desk.setlNo', { no: settlement.setl_id }) }}
      facts={[
        fact('medfee_sumamt', { strong: true, sign: true }),
        fact('fund_pay_sumamt'),
        fact('acct_pay'),
        fact('psn_cash_pay'),
        ...(settlement.hosp_part_amt > 0 ? [fact('hosp_part_amt')] : []),
        ...(payment && payment.change > 0
          ? [{ key: 'change', label: t('desk.change'), value: <AmountText amount={payment.change} strong sign />, large: true }]
          : []),
      ]}
      next={
        <Button theme="solid" type="primary" onClick={onNext} data-first>
          {t('desk.next')}
        </Button>
      }
    >
      <SettlementPrints settlement={settlement} />
    </ReceiptCard>
  );
});

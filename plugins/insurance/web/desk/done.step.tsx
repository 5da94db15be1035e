import { Button } from '@nephra/plugin-sdk/ui';
import { usePlugin } from '@nephra/plugin-sdk/web';
import { AmountText } from '@nephra/plugin-sdk/widgets';
import { observer } from 'mobx-react-lite';
import { SettlementPrints } from '../parts/settlement-prints.tsx';
import { money } from '../parts/words.ts';
import type { SettleFlowStore } from './flow.store.ts';

/** Platform and bill agree: number, change, papers, and on to the next patient. */
export const DoneStep = observer(function DoneStep({ flow, onNext }: { readonly flow: SettleFlowStore; readonly onNext: () => void }) {
  const { t } = usePlugin();
  const { settlement, payment } = flow;
  if (!settlement) return null;
  return (
    <section className="in-done" aria-label={t('desk.done')}>
      <svg width="48" height="48" viewBox="0 0 48 48" aria-hidden="true">
        <circle cx="24" cy="24" r="22" />
        <path d="m14 25 7 7 13-15" />
      </svg>
      <h3>{t('desk.done')}</h3>
      <p className="in-done-no">
        <span className="in-soft">{t('desk.billNo')}</span>
        <strong>{settlement.billNo}</strong>
        <span className="in-soft">{t('desk.setlNo', { no: settlement.setl_id })}</span>
      </p>
      <dl>
        <div>
          <dt>{t('amount.medfee_sumamt.name')}</dt>
          <dd>
            <AmountText amount={money(settlement.medfee_sumamt)} strong sign />
          </dd>
        </div>
        <div>
          <dt>{t('amount.fund_pay_sumamt.name')}</dt>
          <dd>
            <AmountText amount={money(settlement.fund_pay_sumamt)} />
          </dd>
        </div>
        <div>
          <dt>{t('amount.acct_pay.name')}</dt>
          <dd>
            <AmountText amount={money(settlement.acct_pay)} />
          </dd>
        </div>
        <div>
          <dt>{t('amount.psn_cash_pay.name')}</dt>
          <dd>
            <AmountText amount={money(settlement.psn_cash_pay)} />
          </dd>
        </div>
        {settlement.hosp_part_amt > 0 && (
          <div>
            <dt>{t('amount.hosp_part_amt.name')}</dt>
            <dd>
              <AmountText amount={money(settlement.hosp_part_amt)} />
            </dd>
          </div>
        )}
        {payment && payment.change > 0 && (
          <div className="in-done-change">
            <dt>{t('desk.change')}</dt>
            <dd>
              <AmountText amount={payment.change} strong sign />
            </dd>
          </div>
        )}
      </dl>
      <div className="in-acts">
        <Button theme="solid" type="primary" onClick={onNext} data-first>
          {t('desk.next')}
        </Button>
        <SettlementPrints settlement={settlement} />
      </div>
    </section>
  );
});

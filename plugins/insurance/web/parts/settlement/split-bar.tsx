import { usePlugin } from '@nephra/plugin-sdk/web';
import { Alert, AmountText } from '@nephra/plugin-sdk/widgets';
import type { SettlementAmounts, SettlementRecord } from '../../../contract/index.ts';
import { explainAmount } from './amount-explained.tsx';
import { money, yuan } from '../words.ts';
import './split-bar.css';

type Key = keyof SettlementAmounts;

/** Who can pay a part, from the pool to the patient's own pocket; colours stand in the style sheet. */
const PAYERS: readonly Key[] = [
  'hifp_pay',
  'cvlserv_pay',
  'hifes_pay',
  'hifmi_pay',
  'hifob_pay',
  'maf_pay',
  'oth_pay',
  'acct_pay',
  'psn_cash_pay',
  'hosp_part_amt',
];

interface SplitBarProps {
  readonly amounts: SettlementAmounts;
  readonly funds: SettlementRecord['funds'];
}

/** Who pays what, drawn to scale; a click on any amount says how it came about. */
export function SplitBar({ amounts, funds }: SplitBarProps) {
  const { t } = usePlugin();
  const total = Math.max(0.01, amounts.medfee_sumamt);
  const parts = PAYERS.filter((key) => amounts[key] > 0);
  const share = (key: Key) => (amounts[key] / total) * 100;
  return (
    <section className="in-split" aria-label={t('amount.whoPays')}>
      <header>
        <span>{t('amount.medfee_sumamt.name')}</span>
        <AmountText amount={money(amounts.medfee_sumamt)} strong sign explain={() => explainAmount(t, 'medfee_sumamt', amounts, funds)} />
      </header>
      {amounts.hosp_part_amt > 0 && <Alert kind="info" text={t('amount.hospitalBears', { amount: yuan(amounts.hosp_part_amt) })} />}
      <div className="in-split-bar" aria-hidden="true">
        {parts.map((key) => (
          <span key={key} data-part={key} style={{ flexGrow: amounts[key] }}>
            {share(key) >= 9 && `${share(key).toFixed(0)}%`}
          </span>
        ))}
      </div>
      <dl>
        {parts.map((key) => (
          <div key={key} data-part={key}>
            <dt>
              <i aria-hidden="true" />
              {t(`amount.${key}.name`)}
            </dt>
            <dd>
              <AmountText amount={money(amounts[key])} strong={key === 'psn_cash_pay'} explain={() => explainAmount(t, key, amounts, funds)} />
              <small>{`${share(key).toFixed(1)}%`}</small>
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

import type { ReactNode } from 'react';
import type { SettlementAmounts, SettlementRecord } from '../../../contract/index.ts';
import { type Text, yuan } from '../words.ts';

type Key = keyof SettlementAmounts;

/** Amounts that are the sum of others. */
const MADE_OF: Partial<Record<Key, readonly Key[]>> = {
  medfee_sumamt: ['fund_pay_sumamt', 'psn_part_amt', 'hosp_part_amt'],
  psn_part_amt: ['acct_pay', 'psn_cash_pay'],
  fund_pay_sumamt: ['hifp_pay', 'cvlserv_pay', 'hifes_pay', 'hifmi_pay', 'hifob_pay', 'maf_pay', 'oth_pay'],
};
/** Amounts that stand behind another without adding up to it. */
const RESTS_ON: Partial<Record<Key, readonly Key[]>> = {
  hifp_pay: ['inscp_scp_amt', 'act_pay_dedc'],
  psn_cash_pay: ['fulamt_ownpay_amt', 'overlmt_selfpay', 'preselfpay_amt', 'act_pay_dedc'],
  acct_pay: ['acct_mulaid_pay', 'balc'],
};

/** One sentence on what an amount is, and what it is made of this time. */
export function explainAmount(t: Text, key: Key, amounts: SettlementAmounts, funds: SettlementRecord['funds'] = []): ReactNode {
  const parts = (MADE_OF[key] ?? RESTS_ON[key] ?? []).filter((part) => amounts[part] !== 0);
  const named = key === 'fund_pay_sumamt' ? funds : [];
  return (
    <div className="in-why">
      <p>
        <strong>{t(`amount.${key}.name`)}</strong>
      </p>
      <p>{t(`amount.${key}.text`)}</p>
      {key === 'hifp_pay' && amounts.pool_prop_selfpay > 0 && <p>{t('amount.poolShare', { n: (amounts.pool_prop_selfpay * 100).toFixed(0) })}</p>}
      {parts.length > 0 && (
        <ul aria-label={t(MADE_OF[key] ? 'amount.madeOf' : 'amount.restsOn')}>
          {parts.map((part) => (
            <li key={part}>
              <span>{t(`amount.${part}.name`)}</span>
              <span>{yuan(amounts[part])}</span>
            </li>
          ))}
        </ul>
      )}
      {named.length > 0 && (
        <ul aria-label={t('amount.funds')}>
          {named.map((fund) => (
            <li key={fund.fund_pay_type}>
              <span>{fund.fund_pay_type_name || fund.fund_pay_type}</span>
              <span>{yuan(fund.fund_payamt)}</span>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

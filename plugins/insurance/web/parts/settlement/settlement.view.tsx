import { usePlugin } from '@nephra/plugin-sdk/web';
import { Alert, AmountText, DateText, DescriptionList, StatusTag, PatientLink } from '@nephra/plugin-sdk/widgets';
import { CorrectionNote } from '../../refund/correction-note.tsx';
import type { SettlementRecord } from '../../../contract/index.ts';
import { FeeLines } from './fee-lines.tsx';
import { SplitBar } from './split-bar.tsx';
import { Trail } from '../trail.tsx';
import { insutypeText, medTypeText, money, settlementStates } from '../words.ts';
import './settlement.css';

interface SettlementViewProps {
  readonly settlement: SettlementRecord;
  readonly onExchange?: (exchangeId: string) => void;
  /** Somebody goes on to the patient's file: the drawer around it closes. */
  readonly onLeave?: () => void;
}

/** One settlement with everything about it: who, numbers, who pays what, lines, funds, proof trail. */
export function SettlementView({ settlement, onExchange, onLeave }: SettlementViewProps) {
  const { t } = usePlugin();
  return (
    <div className="in-record">
      <header>
        <h3>
          <PatientLink patientId={settlement.patientId} name={settlement.patientName} onFollow={onLeave} />
        </h3>
        <StatusTag value={settlement.state} table={settlementStates(t)} />
        {settlement.simulated && <span className="in-sim">{t('desk.simulated')}</span>}
      </header>
      {settlement.problem && <Alert kind="warning" text={settlement.problem} />}
      <DescriptionList
        columns={2}
        items={[
          { label: t('desk.paper.psnNo'), value: settlement.psn_no },
          { label: t('desk.insutype'), value: insutypeText(t, settlement.insutype) },
          { label: t('desk.medType'), value: medTypeText(t, settlement.med_type) },
          {
            label: settlement.month === null ? t('desk.paper.prescriptions') : t('desk.month'),
            value: settlement.month ?? settlement.dpNumbers.join(t('desk.listMark')),
          },
          { label: t('desk.paper.mdtrt'), value: settlement.mdtrt_id },
          { label: t('desk.paper.setl'), value: settlement.setl_id },
          { label: t('desk.billNo'), value: settlement.billNo },
          { label: t('desk.paper.time'), value: <DateText value={settlement.settleTime ?? settlement.createTime} /> },
        ]}
      />
      <CorrectionNote settlement={settlement} />
      {settlement.amounts && <SplitBar amounts={settlement.amounts} funds={settlement.funds} />}
      {settlement.lines.length > 0 && (
        <div className="in-record-lines">
          <FeeLines lines={settlement.lines} />
        </div>
      )}
      {settlement.funds.length > 0 && (
        <section>
          <h4>{t('amount.funds')}</h4>
          <ul className="in-funds">
            {settlement.funds.map((fund) => (
              <li key={fund.fund_pay_type}>
                <span>{fund.fund_pay_type_name || fund.fund_pay_type}</span>
                <AmountText amount={money(fund.fund_payamt)} />
              </li>
            ))}
          </ul>
        </section>
      )}
      <section>
        <h4>{t('desk.trail')}</h4>
        <Trail steps={settlement.trail} onExchange={onExchange} />
      </section>
    </div>
  );
}

import { Button, Input, Modal, Radio, RadioGroup, Spin } from '@nephra/plugin-sdk/ui';
import { usePlugin } from '@nephra/plugin-sdk/web';
import { Alert, AmountText, SumLine } from '@nephra/plugin-sdk/widgets';
import { observer } from 'mobx-react-lite';
import type { FormEvent } from 'react';
import type { MonthRehearsal, PayWay } from '../../../contract/index.ts';
import { money, yuan } from '../../vocabulary.ts';
import type { MonthInsuredStore } from './month-insured.store.ts';
import { MAX_REFERENCE } from '../../../contract/limits.ts';

interface InsuredProps {
  readonly store: MonthInsuredStore;
  readonly ways: readonly PayWay[];
  /** Goes on with the run that settles. */
  readonly onStarted: (runId: string) => void;
}

const PARTS = ['fundPay', 'accountPay', 'hospitalPay', 'selfPay'] as const;

/** Who pays how much; what nobody pays is left out, the patient's own part never. */
function Parts({ rehearsal }: { readonly rehearsal: MonthRehearsal }) {
  const { t } = usePlugin();
  return (
    <dl className="chm-parts">
      {PARTS.filter((part) => part === 'selfPay' || rehearsal[part] !== 0).map((part) => (
        <div key={part} className={part === 'selfPay' ? 'chm-own' : undefined}>
          <dt>{t(`month.insured.${part}`)}</dt>
          <dd>
            <AmountText amount={money(rehearsal[part])} strong={part === 'selfPay'} sign={part === 'selfPay'} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

const OwnWay = observer(function OwnWay({ store, ways }: Omit<InsuredProps, 'onStarted'>) {
  const { t } = usePlugin();
  const needsReference = ways.find((way) => way.payWay === store.payWay)?.needsReference === true;
  return (
    <div className="chm-choices">
      <div>
        <span aria-hidden="true">{t('month.insured.ownWay')}</span>
        <RadioGroup
          type="button"
          value={store.payWay}
          aria-label={t('month.insured.ownWay')}
          onChange={(event) => store.choose({ payWay: String(event.target.value) })}
        >
          {ways.map((way) => (
            <Radio key={way.payWay} value={way.payWay}>
              {way.payWayName}
            </Radio>
          ))}
        </RadioGroup>
      </div>
      {needsReference && (
        <div>
          <span aria-hidden="true">{t('month.run.reference')}</span>
          <Input
            value={store.reference}
            maxLength={MAX_REFERENCE}
            aria-label={t('month.run.reference')}
            onChange={(reference) => store.choose({ reference })}
          />
        </div>
      )}
    </div>
  );
});

/** What the insurer takes over of one patient's month, what the patient pays and how; settles once that was seen. */
export const MonthInsuredDialog = observer(function MonthInsuredDialog({ store, ways, onStarted }: InsuredProps) {
  const { t } = usePlugin();
  const { ask } = store;
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const runId = await store.settle(ways);
    if (runId !== null) onStarted(runId);
  };
  return (
    <Modal
      visible={ask.kind !== 'closed'}
      title={ask.kind === 'closed' ? '' : t('month.insured.title', { name: ask.sheet.patientName, month: ask.sheet.month })}
      width="min(480px, calc(100vw - 24px))"
      centered
      maskClosable={false}
      keepDOM={false}
      onCancel={() => void store.cancel()}
      footer={null}
    >
      {ask.kind === 'asking' && (
        <div className="chm-asking" role="status">
          <Spin /> {t('month.insured.asking')}
        </div>
      )}
      {ask.kind === 'refused' && (
        <div className="chm-settle">
          <Alert kind="error" text={ask.reason} />
          <Button block onClick={() => void store.open(ask.sheet, store.payWay)}>
            {t('month.insured.again')}
          </Button>
        </div>
      )}
      {ask.kind === 'ready' && (
        <form className="chm-settle" aria-label={t('month.settleInsured')} onSubmit={(event) => void submit(event)}>
          <SumLine label={t('month.insured.total')} amount={money(ask.rehearsal.totalPrice)} />
          <Parts rehearsal={ask.rehearsal} />
          {store.ownPart > 0 && <OwnWay store={store} ways={ways} />}
          <p className="ch-soft">{t(ask.rehearsal.exact ? 'month.insured.note' : 'month.insured.estimate')}</p>
          {store.fault && <Alert kind="error" text={store.fault} />}
          <Button htmlType="submit" theme="solid" type="primary" size="large" block loading={store.busy} disabled={store.missing(ways) !== undefined}>
            {store.ownPart > 0 ? t('month.insured.act', { amount: yuan(store.ownPart) }) : t('month.insured.actNothing')}
          </Button>
        </form>
      )}
    </Modal>
  );
});

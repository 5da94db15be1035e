import { Button, Modal } from '@nephra/plugin-sdk/ui';
import { usePlugin } from '@nephra/plugin-sdk/web';
import { Alert, AmountText, PayWays, SumLine } from '@nephra/plugin-sdk/widgets';
import { observer } from 'mobx-react-lite';
import type { FormEvent } from 'react';
import type { MonthStore } from '../month.store.ts';

/** How one patient's month is paid. */
export const MonthSettleDialog = observer(function MonthSettleDialog({ store }: { readonly store: MonthStore }) {
  const { t } = usePlugin();
  const { settling } = store;
  const payment = settling?.payment;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void store.settle();
  };
  return (
    <Modal
      visible={settling !== null}
      title={settling ? t('month.settleTitle', { name: settling.sheet.patientName, month: settling.sheet.month }) : ''}
      width="min(480px, calc(100vw - 24px))"
      centered
      maskClosable={false}
      keepDOM={false}
      onCancel={() => store.endSettle()}
      footer={null}
    >
      {payment && (
        <form className="chm-settle" aria-label={t('month.settle')} onSubmit={submit}>
          {settling.sheet.reimWay !== '0' && <Alert kind="warning" text={t('month.blocker.insured')} />}
          <SumLine label={t('pay.due')} amount={payment.total} />
          <PayWays payment={payment} />
          <dl className="ch-change">
            <div className="ch-change-back">
              <dt>{t('pay.change')}</dt>
              <dd>
                <AmountText amount={payment.change} strong sign />
              </dd>
            </div>
          </dl>
          {payment.problem && <Alert kind="warning" text={t(`errors.${payment.problem.key}`, payment.problem.params)} />}
          {store.settleFault && <Alert kind="error" text={store.settleFault} />}
          <Button htmlType="submit" theme="solid" type="primary" size="large" block loading={store.busy} disabled={payment.problem !== null}>
            {t('month.settleAct')}
          </Button>
        </form>
      )}
    </Modal>
  );
});

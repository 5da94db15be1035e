import { Button, Input } from '@nephra/plugin-sdk/ui';
import { usePlugin } from '@nephra/plugin-sdk/web';
import { QuantityInput } from '@nephra/plugin-sdk/widgets';
import { observer } from 'mobx-react-lite';
import { type FormEvent, useState } from 'react';
import type { DispensingStore } from './dispensing.store.ts';

/** Counts what comes back, lot by lot; it goes back into the lot it came from. */
export const ReturnPanel = observer(function ReturnPanel({ store }: { readonly store: DispensingStore }) {
  const { t } = usePlugin();
  const [reason, setReason] = useState('');
  const problem = store.returnProblem;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (problem === null) void store.takeBack(reason);
  };
  return (
    <form className="ph-return" aria-label={t('return.title')} onSubmit={submit}>
      <header>
        <h4>{t('return.title')}</h4>
        <Button theme="borderless" type="primary" onClick={() => store.returnAll()}>
          {t('return.all')}
        </Button>
      </header>
      <ul>
        {store.returnable.map((share) => (
          <li key={share.allocationId}>
            <span className="ph-return-name">
              {share.drugName} <code>{share.lotNo}</code>
            </span>
            <span className="ph-soft">{t('return.out', { n: share.taken - share.returned, unit: share.unit })}</span>
            <QuantityInput
              value={store.returning?.get(share.allocationId) ?? null}
              unit={share.unit}
              placeholder="0"
              aria-label={t('return.amountOf', { name: share.drugName, lot: share.lotNo })}
              onChange={(quantity) => store.setReturn(share.allocationId, quantity)}
            />
          </li>
        ))}
      </ul>
      <div className="ph-return-foot">
        <Input value={reason} maxLength={200} placeholder={t('return.reason')} aria-label={t('return.reason')} onChange={setReason} className="ph-reason" />
        <Button htmlType="submit" theme="solid" type="warning" disabled={problem !== null} loading={store.acting === 'return'}>
          {t('return.act')}
        </Button>
        <Button theme="light" type="tertiary" onClick={() => store.endReturn()}>
          {t('act.cancel')}
        </Button>
      </div>
      {problem === 'pharmacy.return-too-much' && <p className="ph-problem">{t('errors.pharmacy.return-too-much')}</p>}
    </form>
  );
});

import { Button, Checkbox, Input } from '@nephra/plugin-sdk/ui';
import { usePlugin } from '@nephra/plugin-sdk/web';
import { QuantityInput } from '@nephra/plugin-sdk/widgets';
import { observer } from 'mobx-react-lite';
import { type FormEvent, useState } from 'react';
import type { DispensingStore } from '../dispensing.store.ts';
import type { ReturnStore } from './return.store.ts';
import { ScanInput } from './scan-input.tsx';
import { MAX_REASON } from '../../../contract/limits.ts';

interface ReturnPanelProps {
  readonly counter: DispensingStore;
  readonly store: ReturnStore;
}

/** Counts what comes back, lot by lot; it goes back into the lot it came from. */
export const ReturnPanel = observer(function ReturnPanel({ counter, store }: ReturnPanelProps) {
  const { t } = usePlugin();
  const [reason, setReason] = useState('');
  const { problem } = store;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (problem === null) void counter.takeBack(reason);
  };
  const coded = store.shares.some((share) => store.codesOut(share).length > 0);
  return (
    <form className="ph-return" aria-label={t('return.title')} onSubmit={submit}>
      <header>
        <h4>{t('return.title')}</h4>
        <Button theme="borderless" type="primary" onClick={() => store.all()}>
          {t('return.all')}
        </Button>
      </header>
      {coded && <ScanInput label={t('return.scan')} placeholder={t('return.scan')} onScan={(text) => store.scan(text)} />}
      {store.scanFault && <p className="ph-problem">{t('errors.pharmacy.trace-not-out', { code: store.scanFault })}</p>}
      <ul>
        {store.shares.map((share) => (
          <li key={share.allocationId}>
            <span className="ph-return-name">
              {share.drugName} <code>{share.lotNo}</code>
              {store.codesNeeded(share) > 0 && (
                <span className="ph-soft ph-small">
                  {' '}
                  {t('return.codes', { n: store.codes.get(share.allocationId)?.length ?? 0, all: store.codesNeeded(share) })}
                </span>
              )}
            </span>
            <span className="ph-soft">
              {share.returnBar
                ? t(`return.bar-${share.returnBar}`)
                : t('return.out', { n: share.taken - share.returned, may: share.returnable, unit: share.unit })}
            </span>
            <QuantityInput
              value={store.amounts.get(share.allocationId) ?? null}
              unit={share.unit}
              placeholder="0"
              disabled={share.returnable <= 0}
              aria-label={t('return.amountOf', { name: share.drugName, lot: share.lotNo })}
              onChange={(quantity) => store.set(share.allocationId, quantity)}
            />
          </li>
        ))}
      </ul>
      <Checkbox checked={store.intact} onChange={(event) => store.setIntact(event.target.checked === true)}>
        {t('return.intact')}
      </Checkbox>
      <div className="ph-return-foot">
        <Input
          value={reason}
          maxLength={MAX_REASON}
          placeholder={t('return.reason')}
          aria-label={t('return.reason')}
          onChange={setReason}
          className="ph-reason"
        />
        <Button htmlType="submit" theme="solid" type="warning" disabled={problem !== null} loading={counter.acting === 'return'}>
          {t('return.act')}
        </Button>
        <Button theme="light" type="tertiary" onClick={() => counter.endReturn()}>
          {t('act.cancel')}
        </Button>
      </div>
      {(problem === 'pharmacy.return-too-much' || problem === 'pharmacy.return-loose') && (
        <p className="ph-problem">{t(`return.problem-${problem === 'pharmacy.return-loose' ? 'loose' : 'too-much'}`)}</p>
      )}
    </form>
  );
});

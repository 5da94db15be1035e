import { Button } from '@nephra/plugin-sdk/ui';
import { type SlotPoints, usePlugin } from '@nephra/plugin-sdk/web';
import { Alert, useStore } from '@nephra/plugin-sdk/widgets';
import { observer } from 'mobx-react-lite';
import { useEffect } from 'react';
import { yuan } from '../parts/words.ts';
import { CorrectStore } from './correct.store.ts';
import './refund.css';

type Props = SlotPoints['charging/insured-refund@1'];

/** In the foot of the desk's refund dialog: has the insurer cancel the settlement, so that the chosen lines go back and the rest is charged anew. */
export const Slot = observer(function InsuredRefund({ billId, lines, totalPrice, whole, reason, ready, onBusy, onDone }: Props) {
  const ctx = usePlugin();
  const { t } = ctx;
  const store = useStore(() => new CorrectStore(ctx));
  const may = ctx.can('his.insurance:btn_cancel') || ctx.can('his.charging:btn_cancel');
  const chosen = JSON.stringify(lines);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another choice is another question
  useEffect(() => store.forget(), [store, chosen]);
  if (!may) return null;
  const carryOut = async (work: () => Promise<readonly string[] | undefined>) => {
    onBusy(true);
    const rest = await work();
    onBusy(false);
    if (rest) onDone(rest);
  };
  const { fault, running, waiting } = store;
  return (
    <>
      {fault && (
        <div className="in-refund-fault">
          <Alert kind={fault.kind === 'refused' ? 'error' : 'warning'} text={fault.text}>
            {fault.kind === 'doubtful' && (
              <button type="button" className="nk-text-button" disabled={running} onClick={() => void carryOut(store.look)}>
                {t('refund.look')}
              </button>
            )}
          </Alert>
        </div>
      )}
      {!waiting && (
        <Button
          theme="solid"
          type="danger"
          loading={running}
          disabled={!ready}
          onClick={() => void carryOut(() => store.send({ billId, lines, totalPrice, reason }))}
        >
          {whole || totalPrice === 0 ? t('refund.actWhole') : t('refund.actPart', { amount: yuan(totalPrice) })}
        </Button>
      )}
    </>
  );
});

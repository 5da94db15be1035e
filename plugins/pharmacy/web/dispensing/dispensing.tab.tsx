import { usePlugin } from '@nephra/plugin-sdk/web';
import { EmptyState, ErrorCard, ListSkeleton, SplitPane, useButtonCheck } from '@nephra/plugin-sdk/widgets';
import { observer } from 'mobx-react-lite';
import { type KeyboardEvent, useRef } from 'react';
import { nextStep } from './action-bar.tsx';
import type { DispensingStore } from './dispensing.store.ts';
import { HandPanel } from './hand-over/hand.panel.tsx';
import { CounterQueue } from './queue.panel.tsx';
import { catchScan } from './hand-over/scan-input.tsx';

/** Queue left, the prescription in hand right. */
export const DispensingTab = observer(function DispensingTab({ store }: { readonly store: DispensingStore }) {
  const { t } = usePlugin();
  const granted = useButtonCheck();
  const frame = useRef<HTMLDivElement>(null);
  const { hand } = store;
  const back = () => {
    store.clear();
    frame.current?.querySelector<HTMLInputElement>('[data-search] input, input[data-search]')?.focus();
  };
  const handleKey = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && hand.kind !== 'empty' && store.acting === null) {
      event.preventDefault();
      if (store.returning !== null) store.endReturn();
      else back();
    } else if (event.key === 'Enter' && event.ctrlKey && hand.kind === 'open' && store.returning === null) {
      const next = nextStep(hand.info, granted);
      if (!next) return;
      event.preventDefault();
      // The button knows whether everything is ticked, typed and scanned; keys may do no more than it.
      const button = frame.current?.querySelector<HTMLButtonElement>('[data-next]');
      if (button && !button.disabled) void store.forward(next);
      else frame.current?.querySelector<HTMLInputElement>('.ph-review input:not(:checked), .ph-findings input, [data-scan]')?.focus();
    } else catchScan(frame.current, event.key, event.target);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: hears keys that its own fields and buttons do not take
    <div ref={frame} className="ph-counter" onKeyDown={handleKey}>
      <SplitPane
        leftWidth={312}
        leftLabel={t('counter.queue')}
        rightLabel={t('counter.hand')}
        detailOpen={hand.kind !== 'empty'}
        onBack={back}
        left={<CounterQueue store={store} />}
        right={
          <>
            {hand.kind === 'empty' && <EmptyState text={t('counter.choose')} help={t('counter.chooseHelp')} />}
            {hand.kind === 'loading' && <ListSkeleton />}
            {hand.kind === 'failed' && <ErrorCard error={hand.error} onRetry={() => void store.open(hand.dpId)} />}
            {hand.kind === 'open' && <HandPanel key={hand.info.dpId} store={store} info={hand.info} />}
          </>
        }
      />
    </div>
  );
});

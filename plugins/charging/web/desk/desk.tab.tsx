import { usePlugin } from '@nephra/plugin-sdk/web';
import { EmptyState, ErrorCard, ListSkeleton, pressPayWay, SplitPane } from '@nephra/plugin-sdk/widgets';
import { observer } from 'mobx-react-lite';
import { type KeyboardEvent, useRef } from 'react';
import type { DeskStore } from './desk.store.ts';
import { PreviewPanel } from './preview.panel.tsx';
import { DeskQueue } from './queue.panel.tsx';
import { ReceiptPanel } from './receipt.panel.tsx';
import { SettlePanel } from './settle.panel.tsx';

/** Queue left, the prescription in hand and its payment right. */
export const DeskTab = observer(function DeskTab({ store }: { readonly store: DeskStore }) {
  const { t } = usePlugin();
  const frame = useRef<HTMLDivElement>(null);
  const { state } = store;
  const backToQueue = () => {
    store.clear();
    frame.current?.querySelector<HTMLInputElement>('[data-search] input, input[data-search]')?.focus();
  };
  const handleKey = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && state.kind !== 'empty' && !store.charging) {
      event.preventDefault();
      backToQueue();
    } else if (state.kind === 'open') pressPayWay(event, frame.current);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: hears keys that its own fields and buttons do not take
    <div ref={frame} className="ch-desk" onKeyDown={handleKey}>
      <SplitPane
        leftWidth={300}
        leftLabel={t('desk.queue')}
        rightLabel={t('desk.hand')}
        detailOpen={state.kind !== 'empty'}
        onBack={backToQueue}
        left={<DeskQueue store={store} />}
        right={
          <div className="ch-hand">
            {state.kind === 'empty' && <EmptyState text={t('desk.choose')} help={t('desk.chooseHelp')} />}
            {state.kind === 'loading' && <ListSkeleton />}
            {state.kind === 'failed' && <ErrorCard error={state.error} onRetry={() => void store.reload()} />}
            {state.kind === 'open' && (
              <div className="ch-work">
                <PreviewPanel store={store} preview={state.preview} />
                <SettlePanel store={store} preview={state.preview} payment={state.payment} />
              </div>
            )}
            {state.kind === 'charged' && <ReceiptPanel bill={state.bill} onNext={backToQueue} />}
          </div>
        }
      />
    </div>
  );
});

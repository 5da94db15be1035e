import { observer } from 'mobx-react-lite';
import { lazy, Suspense } from 'react';
import type { ReaderStore } from './reader.store.ts';

const MessageDialog = lazy(() => import('./message.dialog.tsx').then((module) => ({ default: module.MessageDialog })));

/** The dialog of the message that a list has opened. */
export const Reader = observer(function Reader({ store }: { readonly store: ReaderStore }) {
  const { info, receipt } = store;
  if (!info) return null;
  return (
    <Suspense fallback={null}>
      <MessageDialog info={info} problem={receipt.problem} busy={receipt.busy} onReceipt={store.confirm} onClose={store.close} />
    </Suspense>
  );
});

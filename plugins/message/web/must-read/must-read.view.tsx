import { usePlugin } from '@nephra/plugin-sdk/web';
import { isTyping, useStore } from '@nephra/plugin-sdk/widgets';
import { observer } from 'mobx-react-lite';
import { useEffect } from 'react';
import { MessageDialog } from '../reader/message.dialog.tsx';
import { MustReadStore } from './must-read.store.ts';

const LOOK_EVERY_MS = 1_000;

/** Nobody is in the middle of something: a dialog that comes up by itself would take their keys. */
const isFree = (): boolean => !isTyping(document.activeElement) && document.querySelector('[role="dialog"]') === null;

/** Must-read notices come up after the sign-in, one after another, each with its receipt. */
export const MustRead = observer(function MustRead() {
  const ctx = usePlugin();
  const store = useStore(() => new MustReadStore(ctx));
  useEffect(() => {
    const begin = () => {
      if (!isFree()) return;
      clearInterval(timer);
      void store.start();
    };
    const timer = setInterval(begin, LOOK_EVERY_MS);
    begin();
    return () => clearInterval(timer);
  }, [store]);
  const { info, left } = store;
  if (!info) return null;
  return (
    <MessageDialog
      key={info.id}
      info={info}
      note={left > 0 ? ctx.t('mustRead.left', { n: left }) : undefined}
      problem={store.receipt.problem}
      busy={store.receipt.busy}
      onReceipt={store.confirm}
      onClose={store.stop}
    />
  );
});

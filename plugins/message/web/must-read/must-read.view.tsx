import { usePlugin } from '@nephra/plugin-sdk/web';
import { useStore } from '@nephra/plugin-sdk/widgets';
import { observer } from 'mobx-react-lite';
import { useEffect } from 'react';
import { MessageDialog } from '../reader/message.dialog.tsx';
import { MustReadStore } from './must-read.store.ts';

/** Must-read notices come up after the sign-in, one after another, each with its receipt. */
export const MustRead = observer(function MustRead() {
  const ctx = usePlugin();
  const store = useStore(() => new MustReadStore(ctx));
  useEffect(() => void store.start(), [store]);
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

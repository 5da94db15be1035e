import { usePlugin } from '@nephra/plugin-sdk/web';
import { useStore } from '@nephra/plugin-sdk/widgets';
import { observer } from 'mobx-react-lite';
import { DoubtBanner, LineWatch } from '../../parts/insurance-heads.tsx';
import { LineStore } from '../../parts/line.store.ts';

/** On top of the charging desk while an outcome of the facility is in doubt, whoever is in hand: the same patient may come to pay once more. */
export const Slot = observer(function DoubtHead() {
  const ctx = usePlugin();
  const line = useStore(() => new LineStore(ctx));
  const doubtful = line.state?.doubtful ?? 0;
  return (
    <>
      <LineWatch line={line} />
      {doubtful > 0 && <DoubtBanner count={doubtful} />}
    </>
  );
});

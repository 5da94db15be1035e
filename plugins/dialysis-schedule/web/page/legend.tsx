import { usePlugin } from '@nephra/plugin-sdk/web';
import { observer } from 'mobx-react-lite';
import { ZONES } from '../../../dialysis-file/contract/index.ts';
import type { BoardStore } from '../board/board.store.ts';

/** What letters, signs and colours mean; how many places are red; who is held in the hand. */
export const Legend = observer(function Legend({ store }: { readonly store: BoardStore }) {
  const { t } = usePlugin();
  const { picked, red } = store;
  const name = picked?.kind === 'slot' ? picked.slot.patientName : picked?.patient.patientName;
  return (
    <footer className="ds-legend">
      <p role="status" className={name === undefined ? 'ds-quiet' : 'ds-in-hand'}>
        {name === undefined ? t(store.mayPlan ? 'board.hint' : 'board.readOnly') : t('board.inHand', { name })}
      </p>
      <p>
        {ZONES.map((zone) => (
          <span key={zone}>
            <span className="ds-zone" data-zone={zone}>
              {zone}
            </span>
            {t(`zoneShort.${zone}`)}
          </span>
        ))}
        <span>⇄ {t('origin.moved')}</span>
        <span>⇅ {t('origin.swapped')}</span>
        <span>+ {t('origin.added')}</span>
        <span>‼ {t('origin.emergency')}</span>
        <span>◇ {t('origin.transient')}</span>
        {store.state.kind === 'ready' && (
          <>
            <span className="ds-stop-text">✕ {t('board.stops', { n: red.stop })}</span>
            <span className="ds-warn-text">! {t('board.warns', { n: red.warn })}</span>
          </>
        )}
      </p>
    </footer>
  );
});

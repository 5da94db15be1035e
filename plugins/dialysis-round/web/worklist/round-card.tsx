import { usePlugin } from '@nephra/plugin-sdk/web';
import { StatusTag } from '@nephra/plugin-sdk/widgets';
import { memo } from 'react';
import type { RoundRow } from '../../contract/round.schema.ts';
import { problemText, shown, stateTable } from '../words.ts';

interface RoundCardProps {
  readonly row: RoundRow;
  readonly chosen: boolean;
  readonly onOpen: (patientId: string) => void;
}

/** Problems that a card shows; the rest is counted. */
const MAX_SHOWN = 4;

/** A patient of the day: where, how far, and what is to be looked at. */
export const RoundCard = memo(function RoundCard({ row, chosen, onOpen }: RoundCardProps) {
  const { t } = usePlugin();
  const [worst] = row.problems;
  const hidden = row.problems.length - MAX_SHOWN;
  return (
    <li>
      <button type="button" className={`dr-card dr-edge-${worst?.severity ?? 'none'}`} aria-pressed={chosen} onClick={() => onOpen(row.patientId)}>
        <span className="dr-card-head">
          <strong>{row.stationCode}</strong>
          <b>{row.patientName}</b>
          <small>{[row.zone, row.mode].filter(Boolean).join(' · ')}</small>
          <StatusTag value={row.state} table={stateTable(t)} />
        </span>
        <span className="dr-card-facts">
          <span>{t('list.weight', { pre: shown(row.preWeight), dry: shown(row.dryWeight) })}</span>
          {row.pressure !== '' && <span>{row.pressure}</span>}
          {row.ufRate !== null && <span>{t('list.rate', { rate: row.ufRate })}</span>}
        </span>
        <span className="dr-problems">
          {row.problems.slice(0, MAX_SHOWN).map((one) => (
            <span key={`${one.code} ${JSON.stringify(one.params)}`} className={`dr-problem dr-${one.severity}`}>
              {problemText(t, one)}
            </span>
          ))}
          {hidden > 0 && <span className="dr-problem">{t('list.more', { n: hidden })}</span>}
          {row.problems.length === 0 && <span className="dr-problem dr-fine">{t('list.fine')}</span>}
        </span>
      </button>
    </li>
  );
});

import { dayAfter, mondayOf } from '@nephra/plugin-sdk/contract';
import { SideSheet } from '@nephra/plugin-sdk/ui';
import { usePlugin } from '@nephra/plugin-sdk/web';
import { ErrorCard, ListSkeleton } from '@nephra/plugin-sdk/widgets';
import { observer } from 'mobx-react-lite';
import { useEffect, useState } from 'react';
import type { BoardSlot } from '../../contract/board.schema.ts';
import type { BoardStore } from '../board/board.store.ts';
import { ContactList } from './contact-list.tsx';
import { conflictText, weightOf } from '../board/conflict-text.ts';

const WEEKS = 6;
type Read =
  | { readonly kind: 'loading' }
  | { readonly kind: 'failed'; readonly error: unknown }
  | { readonly kind: 'ready'; readonly list: readonly BoardSlot[] };

interface WeeksSheetProps {
  readonly store: BoardStore;
  readonly patient: { readonly patientId: string; readonly patientName: string };
  readonly onClose: () => void;
}

/** Weeks of one patient, one row each: the week before the one that is shown and those after it. */
export const WeeksSheet = observer(function WeeksSheet({ store, patient, onClose }: WeeksSheetProps) {
  const { t } = usePlugin();
  const [read, setRead] = useState<Read>({ kind: 'loading' });
  const first = dayAfter(mondayOf(store.day), -7);
  const load = async () => {
    try {
      const query = { from: first, to: dayAfter(first, WEEKS * 7 - 1) };
      const { data } = await store.client.patientWeeks({ params: { id: patient.patientId }, query }, { quiet: true });
      setRead({ kind: 'ready', list: data.list });
    } catch (error) {
      setRead({ kind: 'failed', error });
    }
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: read once for a patient and a week
  useEffect(() => void load(), [patient.patientId, first]);
  const codeOf = (stationId: string) => store.board.stations.find((one) => one.stationId === stationId)?.code ?? '';
  const shiftOf = (shiftId: string) => store.board.shifts.find((one) => one.shiftId === shiftId)?.name ?? '';
  return (
    <SideSheet visible title={t('weeks.title', { name: patient.patientName })} width="min(760px, 100vw)" onCancel={onClose}>
      {read.kind === 'loading' && <ListSkeleton />}
      {read.kind === 'failed' && <ErrorCard error={read.error} onRetry={() => void load()} />}
      {read.kind === 'ready' && (
        <div className="ds-weeks">
          <table>
            <thead>
              <tr>
                <th />
                {[1, 2, 3, 4, 5, 6, 7].map((day) => (
                  <th key={day} scope="col">
                    {t(`weekday.${day}`)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {Array.from({ length: WEEKS }, (_, week) => dayAfter(first, week * 7)).map((monday) => (
                <tr key={monday}>
                  <th scope="row">{monday.slice(5)}</th>
                  {Array.from({ length: 7 }, (_, at) => dayAfter(monday, at)).map((date) => (
                    <td key={date} className={date === store.day ? 'ds-now' : undefined}>
                      {read.list
                        .filter((slot) => slot.date === date)
                        .map((slot) => (
                          <p
                            key={slot.slotId}
                            className={`ds-${slot.state} ds-${weightOf(slot) || 'fine'}`}
                            title={slot.conflicts.map((one) => conflictText(t, one)).join('\n')}
                          >
                            {shiftOf(slot.shiftId)} {codeOf(slot.stationId)}
                            <small>{slot.state === 'planned' ? (slot.mode ?? '') : t(`state.${slot.state}`)}</small>
                          </p>
                        ))}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      <ContactList store={store} patientId={patient.patientId} />
    </SideSheet>
  );
});

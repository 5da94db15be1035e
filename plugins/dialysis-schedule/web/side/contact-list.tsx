import type { ReplyOf } from '@nephra/plugin-sdk/contract';
import { Button } from '@nephra/plugin-sdk/ui';
import { usePlugin } from '@nephra/plugin-sdk/web';
import { EmptyState, ErrorCard } from '@nephra/plugin-sdk/widgets';
import { useState } from 'react';
import type { boardContract } from '../../contract/board.contract.ts';
import type { BoardStore } from '../board/board.store.ts';

type Contacts = ReplyOf<(typeof boardContract)['routes']['contacts']>['list'];
const DAYS = 90;

/** Who lay near a patient: to be tested at once when an infection is new. Asked for by a press, because each look is written down. */
export function ContactList({ store, patientId }: { readonly store: BoardStore; readonly patientId: string }) {
  const { t, can } = usePlugin();
  const [list, setList] = useState<Contacts | null>(null);
  const [problem, setProblem] = useState<unknown>(null);
  if (!can('his.dialysisSchedule:btn_zone_override') && !can('his.dialysisSchedule:btn_plan')) return null;
  const load = async () => {
    try {
      setList((await store.client.contacts({ params: { id: patientId }, query: { days: DAYS } }, { quiet: true })).data.list);
      setProblem(null);
    } catch (error) {
      setProblem(error);
    }
  };
  return (
    <section className="ds-contacts" aria-label={t('contacts.title', { days: DAYS })}>
      <h3>{t('contacts.title', { days: DAYS })}</h3>
      <p className="ds-quiet">{t('contacts.help')}</p>
      {list === null && problem === null && <Button onClick={() => void load()}>{t('contacts.show')}</Button>}
      {problem !== null && <ErrorCard error={problem} onRetry={() => void load()} />}
      {list?.length === 0 && <EmptyState text={t('contacts.none')} />}
      {list !== null && list.length > 0 && (
        <table>
          <thead>
            <tr>
              {(['patient', 'beside', 'after', 'before', 'last'] as const).map((name) => (
                <th key={name} scope="col">
                  {t(`contacts.${name}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {list.map((one) => (
              <tr key={one.patientId}>
                <th scope="row">
                  {one.patientName} <small className="ds-quiet">{one.dialysisNo}</small>
                </th>
                <td>{one.beside}</td>
                <td>{one.after}</td>
                <td>{one.before}</td>
                <td>{one.lastDate}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}

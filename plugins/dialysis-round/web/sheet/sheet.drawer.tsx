import { formatInstant } from '@nephra/plugin-sdk/contract';
import { SideSheet } from '@nephra/plugin-sdk/ui';
import { createClient, usePlugin } from '@nephra/plugin-sdk/web';
import { Alert, DescriptionList, ErrorCard, GroupTitle, ListSkeleton, MenuLink, StatusTag } from '@nephra/plugin-sdk/widgets';
import { useCallback, useEffect, useState } from 'react';
import { type SessionEntry, sessionContract, type WholeSession } from '../../../dialysis-session/contract/index.ts';
import { anticoagulantText, eventKindText, shown, stateTable } from '../words.ts';

type State = { readonly kind: 'loading' } | { readonly kind: 'failed'; readonly error: unknown } | { readonly kind: 'ready'; readonly whole: WholeSession };

/** The sheet of a treatment beside what was looked at: what was planned, seen and done. The whole of it, with papers, is at the bedside page. */
export function SheetDrawer({ sessionId, onClose }: { readonly sessionId: string; readonly onClose: () => void }) {
  const { t, http } = usePlugin();
  const [state, setState] = useState<State>({ kind: 'loading' });
  const load = useCallback(async (): Promise<void> => {
    setState({ kind: 'loading' });
    try {
      const { data } = await createClient(sessionContract, http).session({ params: { id: sessionId } }, { quiet: true });
      setState({ kind: 'ready', whole: data });
    } catch (error) {
      setState({ kind: 'failed', error });
    }
  }, [http, sessionId]);
  useEffect(() => void load(), [load]);
  const title = state.kind === 'ready' ? t('sheet.titleOf', { name: state.whole.patient.name, day: state.whole.date }) : t('sheet.title');
  return (
    <SideSheet visible title={title} width="min(720px, 100vw)" onCancel={onClose}>
      {state.kind === 'loading' && <ListSkeleton />}
      {state.kind === 'failed' && <ErrorCard error={state.error} onRetry={() => void load()} />}
      {state.kind === 'ready' && <Sheet whole={state.whole} onClose={onClose} />}
    </SideSheet>
  );
}

const numberIn = (entry: SessionEntry, name: string): string => {
  const value = ((entry.content.fields ?? {}) as Readonly<Record<string, unknown>>)[name];
  return typeof value === 'number' || typeof value === 'string' ? String(value) : '';
};

function Sheet({ whole, onClose }: { readonly whole: WholeSession; readonly onClose: () => void }) {
  const { t } = usePlugin();
  const plan = whole.plan?.prescription ?? whole.standing;
  const time = (at: number | null): string => (at === null ? '–' : formatInstant(at, 'HH:mm'));
  const readings = whole.entries.filter(({ kind }) => kind === 'reading');
  const events = whole.entries.filter(({ kind }) => kind === 'event');
  const after = (whole.sections.after?.fields ?? {}) as Readonly<Record<string, unknown>>;
  const before = (whole.sections.before?.fields ?? {}) as Readonly<Record<string, unknown>>;
  const pressure = (fields: Readonly<Record<string, unknown>>): string =>
    typeof fields.systolic === 'number' ? `${fields.systolic}/${fields.diastolic ?? '–'}` : '–';
  return (
    <div className="dr-sheet">
      <p className="dr-bar">
        <StatusTag value={whole.state} table={stateTable(t)} />
        <span>{[whole.stationCode, whole.shiftName, whole.mode].filter(Boolean).join(' · ')}</span>
        <MenuLink menu="dialysis.bedside" query={{ session: whole.id, date: whole.date }} onFollow={onClose}>
          {t('sheet.whole')}
        </MenuLink>
      </p>
      {events.length > 0 && (
        <Alert kind="warning" text={events.map((entry) => `${time(entry.at)} ${eventKindText(t, numberIn(entry, 'kind'))}`).join(t('sentenceMark'))} />
      )}
      <DescriptionList
        columns={2}
        items={[
          { label: t('timeline.pre'), value: `${shown(whole.preWeight)} kg` },
          { label: t('timeline.post'), value: `${shown(whole.postWeight)} kg` },
          { label: t('timeline.dry'), value: `${shown(whole.dryWeight)} kg` },
          { label: t('sheet.gain'), value: `${shown(whole.gain)} kg` },
          { label: t('timeline.before'), value: pressure(before) },
          { label: t('timeline.after'), value: pressure(after) },
          { label: t('sheet.uf'), value: whole.plan?.ufTarget == null ? '–' : `${whole.plan.ufTarget} ml` },
          { label: t('timeline.rateShort'), value: whole.ufRate === null ? '–' : `${whole.ufRate} ml/kg/h` },
          { label: t('sheet.times'), value: `${time(whole.startedAt)} – ${time(whole.endedAt)}` },
          { label: t('sheet.doctor'), value: whole.doctorName || '–' },
          ...(plan
            ? [
                {
                  label: t('sheet.plan'),
                  value: [plan.dialyserName, `Qb ${plan.bloodFlow}`, anticoagulantText(t, plan.anticoagulant)].filter(Boolean).join(' · '),
                  span: 2,
                },
              ]
            : []),
        ]}
      />
      <GroupTitle>{t('sheet.readings')}</GroupTitle>
      {readings.length === 0 ? (
        <p className="dr-hint">{t('sheet.noReadings')}</p>
      ) : (
        <div className="dr-scroll">
          <table className="dr-table">
            <thead>
              <tr>
                {[t('sheet.time'), t('timeline.pressure'), t('sheet.pulse'), 'Qb', t('sheet.ufDone')].map((name) => (
                  <th key={name} scope="col">
                    {name}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {readings.map((entry) => (
                <tr key={entry.id}>
                  <td>{time(entry.at)}</td>
                  <td>{numberIn(entry, 'systolic') === '' ? '' : `${numberIn(entry, 'systolic')}/${numberIn(entry, 'diastolic')}`}</td>
                  <td>{numberIn(entry, 'pulse')}</td>
                  <td>{numberIn(entry, 'bloodFlow')}</td>
                  <td>{numberIn(entry, 'ufVolume')}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      {whole.orders.length > 0 && (
        <>
          <GroupTitle>{t('sheet.orders')}</GroupTitle>
          <ul className="dr-lines">
            {whole.orders.map((order) => (
              <li key={order.orderId}>
                {order.title} {order.given?.dose || order.dose} <small>{t(order.given ? `given.${order.given.outcome as 'given'}` : 'given.open')}</small>
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  );
}

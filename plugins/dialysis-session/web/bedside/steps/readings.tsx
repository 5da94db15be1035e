import { formatInstant } from '@nephra/plugin-sdk/contract';
import { Button } from '@nephra/plugin-sdk/ui';
import { usePlugin } from '@nephra/plugin-sdk/web';
import { observer } from 'mobx-react-lite';
import { useState } from 'react';
import type { FieldValue, FieldValues } from '../../../contract/fields.ts';
import type { SessionEntry, WholeSession } from '../../../contract/session.schema.ts';
import { fieldLabel } from '../../fields/field-text.ts';
import type { BedsideStore } from '../bedside.store.ts';
import { CorrectDialog } from './correct.dialog.tsx';
import { ENTRY_RULES, entryText } from '../../fields/entry-text.ts';

const SHOWN = ['bloodFlow', 'arterial', 'venous', 'transmembrane', 'ufRate', 'ufVolume'] as const;
const plain = (value: FieldValue | undefined): string => (typeof value === 'number' ? String(value) : '');
const cells = (fields: FieldValues): readonly string[] => [
  plain(fields.systolic) === '' ? '' : `${plain(fields.systolic)}/${plain(fields.diastolic)}`,
  plain(fields.pulse),
  ...SHOWN.map((name) => plain(fields[name])),
];

/** Readings, complications and changes in the order of their moments, and what still waits on this device. */
export const Readings = observer(function Readings({ store, whole }: { readonly store: BedsideStore; readonly whole: WholeSession }) {
  const { t } = usePlugin();
  const [correcting, setCorrecting] = useState<SessionEntry | null>(null);
  const entries = whole.entries.filter(({ kind }) => kind in ENTRY_RULES);
  const waiting = store.outbox.entries.filter(({ kept }) => kept.params.id === whole.id && kept.act in ENTRY_RULES);
  const low = (fields: FieldValues): boolean =>
    typeof fields.systolic === 'number' && (fields.systolic < whole.systolicLow || fields.systolic > whole.systolicHigh);
  return (
    <div className="ds-table-frame">
      <table className="ds-table">
        <thead>
          <tr>
            <th scope="col">{t('paper.time')}</th>
            <th scope="col">{`${t('field.systolic')}/${t('field.diastolic')}`}</th>
            <th scope="col">{t('field.pulse')}</th>
            {SHOWN.map((name) => (
              <th scope="col" key={name}>
                {fieldLabel(t, name)}
              </th>
            ))}
            <th scope="col">{t('paper.signedBy')}</th>
          </tr>
        </thead>
        <tbody>
          {entries.map((entry) => {
            const fields = (entry.content.fields ?? {}) as FieldValues;
            const marks = [entry.isLate && t('bed.late'), entry.corrections > 0 && t('bed.corrected', { n: entry.corrections })].filter(Boolean).join(' ');
            const correct = store.may('btn_correct') && (
              <Button size="small" onClick={() => setCorrecting(entry)}>
                {t('bed.correct')}
              </Button>
            );
            return entry.kind === 'reading' ? (
              <tr key={entry.id}>
                <td>
                  {formatInstant(entry.at, 'HH:mm')} <small>{marks}</small>
                </td>
                {cells(fields).map((cell, at) => (
                  <td key={SHOWN[at] ?? at} className={at === 0 && low(fields) ? 'ds-red' : undefined}>
                    {cell}
                  </td>
                ))}
                <td>
                  {entry.byName} {correct}
                </td>
              </tr>
            ) : (
              <tr key={entry.id} className={entry.kind === 'event' ? 'ds-event' : undefined}>
                <td>
                  {formatInstant(entry.at, 'HH:mm')} <small>{marks}</small>
                </td>
                <td colSpan={SHOWN.length + 2}>
                  <b>{t(`entry.${entry.kind}`)}</b> {entryText(t, entry)}
                </td>
                <td>
                  {entry.byName} {correct}
                </td>
              </tr>
            );
          })}
          {waiting.map(({ kept, state }) => (
            <tr key={kept.clientId} className="ds-waiting">
              <td>{formatInstant(Number(kept.body.statedAt ?? kept.recordedAt), 'HH:mm')}</td>
              {kept.act === 'reading' ? (
                cells((kept.body.fields ?? {}) as FieldValues).map((cell, at) => <td key={SHOWN[at] ?? at}>{cell}</td>)
              ) : (
                <td colSpan={SHOWN.length + 2}>{t(`entry.${kept.act === 'event' ? 'event' : 'adjust'}`)}</td>
              )}
              <td>{t(`outbox.states.${state}`)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {correcting && <CorrectDialog store={store} entry={correcting} rules={ENTRY_RULES[correcting.kind] ?? {}} onClose={() => setCorrecting(null)} />}
    </div>
  );
});

import { DAY_MS, formatInstant, type Language } from '@nephra/plugin-sdk/contract';
import { Button } from '@nephra/plugin-sdk/ui';
import { createClient, usePlugin, type WebContext } from '@nephra/plugin-sdk/web';
import { Alert, EditDialog, FormStore, useStore } from '@nephra/plugin-sdk/widgets';
import { observer } from 'mobx-react-lite';
import { MAX_DISINFECTION_NOTE, MAX_NAME } from '../../contract/limits.ts';
import { disinfection, disinfectionContract, type DisinfectionRow, type MachineRow } from '../../contract/records.ts';
import { isOfEarlierUse } from '../../domain/rules/states.ts';
import '../board/panels.css';

interface Done {
  kind: DisinfectionRow['kind'] | '';
  agent: string;
  startedAt: number | null;
  endedAt: number | null;
  residue: DisinfectionRow['residue'] | '';
  note: string;
}

const NOTHING: Done = { kind: '', agent: '', startedAt: null, endedAt: null, residue: '', note: '' };
/** Minutes that the programmes of machines take; one press says both times of one that has just ended. */
const PROGRAMMES = [20, 30, 45, 60] as const;
const MINUTE_MS = 60_000;
/** What is longer was never one programme of a machine: rather a wrong day. */
const LONG_MS = DAY_MS / 2;

interface DisinfectDialogProps {
  readonly row: Pick<MachineRow, 'id' | 'enCode' | 'usedTime'>;
  readonly onClose: () => void;
  readonly onDone: () => void;
}

/** What was done to make this machine ready again: nothing of it is assumed, and whoever saves it signs it. */
export const DisinfectDialog = observer(function DisinfectDialog({ row, onClose, onDone }: DisinfectDialogProps) {
  const ctx = usePlugin();
  const { t } = ctx;
  const form = useStore(() => formOf(ctx, row.id));
  const { startedAt, endedAt, kind, residue } = form.values;
  const justEnded = (minutes: number): void => {
    const now = Math.round(ctx.now());
    form.set('startedAt', now - minutes * MINUTE_MS);
    form.set('endedAt', now);
  };
  const notes = [
    startedAt !== null && isOfEarlierUse(startedAt, row.usedTime) && t('disinfect.beforeUse', { time: formatInstant(row.usedTime, 'MM-dd HH:mm') }),
    startedAt !== null && endedAt !== null && endedAt - startedAt > LONG_MS && t('disinfect.long'),
    kind === 'surface' && t('disinfect.surface'),
    residue === 'failed' && t('disinfect.failed'),
  ].filter((note) => note !== false);
  return (
    <EditDialog
      form={form}
      title={t('disinfect.title', { name: row.enCode })}
      onClose={onClose}
      onSaved={onDone}
      onSave={async ({ startedAt: from, endedAt: to, kind: way, residue: found, ...rest }, act) => {
        // The form is complete before it is sent.
        if (way === '' || found === '') return;
        const body = { machineId: row.id, ...rest, kind: way, residue: found, startedAt: from ?? 0, endedAt: to ?? 0 };
        const { msg } = await createClient(disinfectionContract, ctx.http).create({ body }, { ...act, quiet: true });
        ctx.toast.success(msg);
      }}
    >
      <fieldset className="ds-programmes">
        <legend>{t('disinfect.justEnded')}</legend>
        {PROGRAMMES.map((minutes) => (
          <Button key={minutes} disabled={form.saving} onClick={() => justEnded(minutes)}>
            {t('disinfect.minutes', { n: minutes })}
          </Button>
        ))}
      </fieldset>
      {notes.map((note) => (
        <Alert key={note} kind="warning" text={note} />
      ))}
    </EditDialog>
  );
});

/** Labels and choices are those of the record, so that list and dialog speak alike. */
function formOf({ t, language, now, drafts }: WebContext, machineId: string): FormStore<Done> {
  const label = (name: keyof Done): string => fieldOf(name)?.label[language] ?? '';
  return new FormStore<Done>({
    initial: NOTHING,
    draftKey: `disinfect:${machineId}`,
    drafts,
    fields: () => [
      { kind: 'select', name: 'kind', label: label('kind'), required: true, options: choicesOf('kind', language) },
      { kind: 'text', name: 'agent', label: label('agent'), maxLength: MAX_NAME },
      { kind: 'dateTime', name: 'startedAt', label: label('startedAt'), required: true },
      {
        kind: 'dateTime',
        name: 'endedAt',
        label: label('endedAt'),
        required: true,
        check: ({ startedAt, endedAt }) => {
          if (endedAt !== null && endedAt > now()) return t('errors.dialysis-schedule.disinfection-future');
          return startedAt !== null && endedAt !== null && endedAt <= startedAt ? t('errors.dialysis-schedule.disinfection-times') : undefined;
        },
      },
      {
        kind: 'select',
        name: 'residue',
        label: label('residue'),
        required: true,
        options: choicesOf('residue', language),
        check: ({ kind, residue }) => (kind === 'chemical' && residue === 'none' ? t('errors.dialysis-schedule.disinfection-residue') : undefined),
      },
      { kind: 'textarea', name: 'note', label: label('note'), maxLength: MAX_DISINFECTION_NOTE, rows: 2, span: 2 },
    ],
  });
}

const fieldOf = (name: keyof Done) => disinfection.fields.find((field) => field.name === name);
const choicesOf = (name: keyof Done, language: Language) => (fieldOf(name)?.choices ?? []).map(({ value, label }) => ({ value, text: label[language] }));

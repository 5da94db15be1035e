import { dayOf, parseDay } from '@nephra/plugin-sdk/contract';
import { IconClose, Input, Select } from '@nephra/plugin-sdk/ui';
import { usePlugin } from '@nephra/plugin-sdk/web';
import { DateInput, DateText, DescriptionList, useOffered } from '@nephra/plugin-sdk/widgets';
import { observer } from 'mobx-react-lite';
import { type ReactNode, useId } from 'react';
import { MAX_HEAD_NOTE, MAX_VISIT } from '../../../contract/head-limits.ts';
import { prescribableDays } from '../../../domain/prescribable-days.ts';
import { DiagnosisPicker } from '../../diagnosis/diagnosis-picker.tsx';
import { dpTypeOptions, dpTypeText, payerOptions, payerText } from '../../vocabulary.ts';
import type { RxEditorStore } from '../rx-editor.store.ts';

interface HeadProps {
  readonly editor: RxEditorStore;
}

/** Head of a prescription: fields while it is a draft, plain facts afterwards. */
export const RxHead = observer(function RxHead({ editor }: HeadProps) {
  const { t } = usePlugin();
  const { base, editable } = editor;
  if (!editable) {
    return (
      <section className="rx-facts">
        <DescriptionList
          columns={4}
          items={[
            { label: t('head.dpDate'), value: <DateText value={base.dpDate} /> },
            { label: t('head.dpType'), value: dpTypeText(t, base.dpType) },
            { label: t('head.reimWay'), value: payerText(t, base.reimWay) },
            { label: t('head.visit'), value: base.visit },
            { label: t('head.worker'), value: base.workerName },
            { label: t('head.checkName'), value: base.checkName },
            { label: t('head.sendName'), value: base.sendName },
            { label: t('head.diagnosis'), value: base.diagnosis.map(({ name }) => name).join(t('listMark')), span: 2 },
            { label: t('head.note'), value: base.note, span: 2 },
          ]}
        />
      </section>
    );
  }
  return (
    <section className="rx-head">
      <HeadField label={t('head.dpType')}>{(id) => <TypeField id={id} editor={editor} />}</HeadField>
      <HeadField label={t('head.dpDate')}>{() => <MomentField editor={editor} />}</HeadField>
      <HeadField label={t('head.reimWay')}>{(id) => <PayerField id={id} editor={editor} />}</HeadField>
      <HeadField label={t('head.visit')}>{(id) => <TextField id={id} editor={editor} name="visit" maxLength={MAX_VISIT} />}</HeadField>
      <HeadField label={t('head.diagnosis')} wide>
        {(id) => <DiagnosisField id={id} editor={editor} />}
      </HeadField>
      <HeadField label={t('head.note')}>{(id) => <TextField id={id} editor={editor} name="note" maxLength={MAX_HEAD_NOTE} />}</HeadField>
    </section>
  );
});

/** Each field is a component of its own: typing into one draws that one. */
const TypeField = observer(function TypeField({ id, editor }: HeadProps & { readonly id: string }) {
  const { t } = usePlugin();
  const { content } = editor;
  return <Select id={id} value={content.fields.dpType} optionList={dpTypeOptions(t)} onChange={(value) => content.setField('dpType', Number(value))} />;
});

const PayerField = observer(function PayerField({ id, editor }: HeadProps & { readonly id: string }) {
  const { t } = usePlugin();
  const offered = useOffered();
  const { content } = editor;
  const options = payerOptions(t, offered, content.fields.reimWay);
  return <Select id={id} value={content.fields.reimWay} optionList={options} onChange={(value) => content.setField('reimWay', String(value))} />;
});

const MomentField = observer(function MomentField({ editor }: HeadProps) {
  const { t, now } = usePlugin();
  const { content } = editor;
  const { from, until } = prescribableDays(dayOf(now()));
  const closed = (day: string): string | undefined => {
    const month = day.slice(0, 7);
    return editor.closedMonths.includes(month) ? t('head.monthClosed', { month }) : undefined;
  };
  return (
    <DateInput
      kind="dateTime"
      label={t('head.dpDate')}
      value={content.fields.dpDate}
      min={parseDay(from)}
      max={parseDay(until)}
      refuses={closed}
      onChange={(moment) => content.setField('dpDate', moment)}
    />
  );
});

interface TextFieldProps extends HeadProps {
  readonly id: string;
  readonly name: 'visit' | 'note';
  readonly maxLength: number;
}

const TextField = observer(function TextField({ id, editor, name, maxLength }: TextFieldProps) {
  const { content } = editor;
  return (
    <div className="rx-typed-field">
      <Input id={id} value={content.fields[name]} maxLength={maxLength} onChange={(value) => content.setField(name, value)} />
    </div>
  );
});

interface HeadFieldProps {
  readonly label: string;
  readonly wide?: boolean;
  readonly children: (id: string) => ReactNode;
}

function HeadField({ label, wide, children }: HeadFieldProps) {
  const id = useId();
  return (
    <div className={wide ? 'rx-field rx-field-wide' : 'rx-field'}>
      <label htmlFor={id}>{label}</label>
      {children(id)}
    </div>
  );
}

const DiagnosisField = observer(function DiagnosisField({ id, editor }: { readonly id: string; readonly editor: RxEditorStore }) {
  const { t } = usePlugin();
  const { diagnosis } = editor.content.fields;
  return (
    <div className="rx-diagnoses">
      {diagnosis.map((entry, at) => (
        <span key={entry.code} className="rx-chip" title={entry.code}>
          {at === 0 ? (
            <>
              {diagnosis.length > 1 && <b title={t('head.mainHelp')}>{t('head.main')}</b>}
              {entry.name}
            </>
          ) : (
            <button
              type="button"
              className="rx-chip-name"
              title={t('head.mainHelp')}
              aria-label={t('head.makeMain', { name: entry.name })}
              onClick={() => editor.content.setField('diagnosis', [entry, ...diagnosis.filter(({ code }) => code !== entry.code)])}
            >
              {entry.name}
            </button>
          )}
          <button
            type="button"
            aria-label={t('head.removeDiagnosis', { name: entry.name })}
            onClick={() =>
              editor.content.setField(
                'diagnosis',
                diagnosis.filter(({ code }) => code !== entry.code),
              )
            }
          >
            <IconClose size="extra-small" />
          </button>
        </span>
      ))}
      <DiagnosisPicker
        id={id}
        label={t('head.addDiagnosis')}
        style={{ flex: '1 1 140px' }}
        taken={diagnosis.map(({ code }) => code)}
        onPick={(entry) => editor.content.setField('diagnosis', [...diagnosis, entry])}
      />
    </div>
  );
});

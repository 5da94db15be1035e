import { formatInstant } from '@nephra/plugin-sdk/contract';
import { Button } from '@nephra/plugin-sdk/ui';
import { usePlugin } from '@nephra/plugin-sdk/web';
import { observer } from 'mobx-react-lite';
import { useRef, useState } from 'react';
import { FIELDS, type FieldRule, type FieldValue, type FieldValues, type Section, SECTIONS } from '../../../contract/fields.ts';
import type { SessionEntry } from '../../../contract/session.schema.ts';
import { walkByArrows } from '../../fields/arrow-keys.ts';
import { fieldLabel, inFormOrder, valueText } from '../../fields/field-text.ts';
import { printOrders, printSheet } from '../../print/print-sheet.ts';
import type { BedsideStore } from '../bedside.store.ts';
import { ReasonField } from '../reason-field.tsx';
import { useFocusBack } from '../use-focus-back.ts';
import { CorrectDialog } from './correct.dialog.tsx';
import { entryText } from '../../fields/entry-text.ts';

/** 记录: all that was done, with both times of late entries and both values of corrections; papers; opening and correcting a closed sheet. */
export const LogStep = observer(function LogStep({ store }: { readonly store: BedsideStore }) {
  const ctx = usePlugin();
  const { t } = ctx;
  const { whole } = store;
  const [opening, setOpening] = useState(false);
  const [section, setSection] = useState<Section | null>(null);
  const place = useRef<HTMLElement>(null);
  useFocusBack(`${opening} ${whole?.state}`, place, (step) => step.querySelector<HTMLElement>('.ds-acts button:last-of-type'));
  if (!whole) return null;
  const time = (at: number): string => formatInstant(at, 'MM-DD HH:mm');
  const correctable = [3, 4, 5].includes(whole.state) && store.may('btn_correct');
  const said = (entry: SessionEntry): string => {
    const { content } = entry;
    if (entry.kind === 'correct') {
      const name = String(content.field);
      const rules: Readonly<Record<string, FieldRule>> = FIELDS[content.section as Section] ?? {};
      return `${fieldLabel(t, name)} ${valueText(t, rules[name], content.old as FieldValue)} → ${valueText(t, rules[name], content.new as FieldValue)}${t('sentenceMark')}${content.reason}`;
    }
    if (entry.kind === 'section') {
      const rules: Readonly<Record<string, FieldRule>> = FIELDS[content.section as Section] ?? {};
      const fields = (content.fields ?? {}) as FieldValues;
      const text = inFormOrder(rules, fields)
        .map(([name, value]) => `${fieldLabel(t, name)} ${valueText(t, rules[name], value)}`)
        .join(t('sentenceMark'));
      return t('labelled', { label: t(`section.${content.section as Section}`), text });
    }
    if (entry.kind === 'close') return [moneyText(String(content.money ?? '')), shortText(content.short)].filter(Boolean).join(t('sentenceMark'));
    const passes = (content.passes ?? []) as readonly { readonly guard: 'wrong-state'; readonly reason: string }[];
    const title = [content.title, content.dose].filter((one) => typeof one === 'string').join(' ');
    return [title, entryText(t, entry), ...passes.map(({ guard, reason }) => t('withReason', { text: t(`guard.${guard}`), reason }))]
      .filter(Boolean)
      .join(t('sentenceMark'));
  };
  const shortText = (short: unknown): string => (Array.isArray(short) && short.length > 0 ? t('bed.short', { names: short.join(t('listMark')) }) : '');
  const moneyText = (money: string): string =>
    money === '' ? '' : money.startsWith('refused') ? t('bed.money.refused') : t(`bed.money.${money as 'written'}`);
  return (
    <section ref={place} className="ds-step">
      <div className="ds-acts">
        {store.may('btn_print') && (
          <>
            <Button size="large" onClick={() => printSheet(ctx, whole)}>
              {t('bed.print')}
            </Button>
            <Button size="large" onClick={() => printOrders(ctx, whole)}>
              {t('bed.printOrders')}
            </Button>
          </>
        )}
        {whole.state === 5 && store.may('btn_reopen') && !opening && (
          <Button size="large" onClick={() => setOpening(true)}>
            {t('bed.reopen')}
          </Button>
        )}
      </div>
      {opening && (
        <ReasonField
          label={t('bed.ask')}
          okText={t('bed.reopen')}
          danger
          onBack={() => setOpening(false)}
          onOk={(reason) => void store.now('reopen', { id: whole.id }, { reason }).then(() => setOpening(false))}
        />
      )}
      {correctable && (
        <fieldset className="ds-choice" onKeyDown={(event) => walkByArrows(event)}>
          <legend>{t('bed.correct')}</legend>
          {SECTIONS.filter((name) => whole.sections[name]).map((name) => (
            <button type="button" className="ds-key" key={name} onClick={() => setSection(name)}>
              {t(`section.${name}`)}
            </button>
          ))}
        </fieldset>
      )}
      <ol className="ds-log">
        {whole.entries.map((entry) => (
          <li key={entry.id}>
            <b>{time(entry.at)}</b> {t(`entry.${entry.kind}`)} <span>{said(entry)}</span>
            <small>
              {entry.byName} {entry.coName} {entry.isLate && `${t('bed.late')} ${time(entry.enteredAt)}`}{' '}
              {entry.corrections > 0 && t('bed.corrected', { n: entry.corrections })}
            </small>
          </li>
        ))}
      </ol>
      {section && <CorrectDialog store={store} section={section} rules={FIELDS[section]} onClose={() => setSection(null)} />}
    </section>
  );
});

import { formatInstant } from '@nephra/plugin-sdk/contract';
import { Button, TextArea } from '@nephra/plugin-sdk/ui';
import { usePlugin } from '@nephra/plugin-sdk/web';
import { observer } from 'mobx-react-lite';
import { type KeyboardEvent, useEffect, useId, useRef } from 'react';
import type { FieldRule, FieldValues } from '../../contract/fields.ts';
import { walkByArrows } from './arrow-keys.ts';
import { choiceText, fieldLabel, valueText } from './field-text.ts';
import type { FormDraft } from './form-draft.ts';
import { mayFollow, NumberPad } from './number-pad.tsx';

interface FieldsFormProps {
  readonly draft: FormDraft;
  /** Only these, in this order; default: all. */
  readonly only?: readonly string[];
  /** Values of the last time, for the number pad. */
  readonly last?: FieldValues;
  readonly readOnly?: boolean;
  /** What was entered is on its way: the form is emptied when it has arrived, so that nothing may be entered into it meanwhile and be lost. */
  readonly busy?: boolean;
}

/** Fields of a section with targets for gloves: choices are keys, numbers open the pad, nothing is filled in beforehand. */
export const FieldsForm = observer(function FieldsForm({ draft, only, last = {}, readOnly = false, busy = false }: FieldsFormProps) {
  const { t } = usePlugin();
  const names = only ?? Object.keys(draft.rules);
  const flaw = (name: string) =>
    (draft.tried || draft.texts[name] !== undefined) && draft.active !== name ? draft.flaws.find(({ field }) => field === name) : undefined;
  const { active } = draft;
  const place = useRef<HTMLDivElement>(null);
  // One pad at a time: pressing into another form of the page closes this one, and so does what needs no pad.
  useEffect(() => {
    if (active === null) return undefined;
    const close = ({ target }: Event): void => {
      if (!(target instanceof Element) || !target.closest('.ds-fields')) return;
      if (!place.current?.contains(target) || !target.closest('.ds-number, .ds-pad')) draft.focus(null);
    };
    document.addEventListener('click', close);
    place.current?.querySelector(`[data-field="${active}"]`)?.scrollIntoView({ block: 'nearest' });
    return () => document.removeEventListener('click', close);
  }, [draft, active]);
  const next = draft.after(names);
  const padId = useId();
  /** The focus goes along, so that a keyboard types on, and closing the pad leaves it where it was. */
  const go = (name: string | null, back: string | null = name): void => {
    draft.focus(name);
    if (back !== null) place.current?.querySelector<HTMLElement>(`[data-field="${back}"]`)?.focus();
  };
  const activeRule = active === null ? undefined : draft.rule(active);
  const lastValue = active === null ? undefined : last[active];
  return (
    <div ref={place} className="ds-fields" inert={busy}>
      {draft.typedBefore !== null && draft.dirty && !readOnly && (
        <p className="ds-hint ds-typed" role="status">
          {t('bed.typedBefore', { time: formatInstant(draft.typedBefore, 'HH:mm') })}
          <Button onClick={() => draft.reset(draft.base)}>{t('bed.typedAway')}</Button>
        </p>
      )}
      {names.map((name) => {
        const rule = draft.rules[name];
        if (!rule) return null;
        const wrong = flaw(name);
        return (
          <div key={name} className={rule.kind === 'number' ? 'ds-field ds-field-number' : 'ds-field'}>
            <OneField
              draft={draft}
              name={name}
              rule={rule}
              readOnly={readOnly}
              padId={padId}
              flawId={wrong && `${padId}-${name}`}
              onNext={() => go(next, next ?? name)}
              onDone={() => go(null, name)}
            />
            {wrong && (
              <p className="ds-flaw" role="alert" id={`${padId}-${name}`}>
                {t(`flaw.${wrong.kind}`, wrong.params)}
              </p>
            )}
          </div>
        );
      })}
      {active !== null && activeRule && names.includes(active) && !readOnly && (
        <NumberPad
          label={fieldLabel(t, active)}
          rule={activeRule}
          text={draft.text(active)}
          last={typeof lastValue === 'number' ? lastValue : null}
          id={padId}
          hasNext={next !== null}
          onText={(text) => draft.type(active, text)}
          onNext={() => go(next)}
          onDone={() => go(null, active)}
        />
      )}
    </div>
  );
});

interface OneFieldProps {
  readonly draft: FormDraft;
  readonly name: string;
  readonly rule: FieldRule;
  readonly readOnly: boolean;
  readonly padId: string;
  /** Of the sentence that says what is wrong with it. */
  readonly flawId: string | undefined;
  readonly onNext: () => void;
  readonly onDone: () => void;
}

const OneField = observer(function OneField({ draft, name, rule, readOnly, padId, flawId, onNext, onDone }: OneFieldProps) {
  const { t } = usePlugin();
  const id = useId();
  const label = fieldLabel(t, name);
  const value = draft.value(name);
  if (readOnly)
    return (
      <p className="ds-shown">
        <span>{label}</span> <b>{valueText(t, rule, value)}</b>
      </p>
    );
  if (rule.kind === 'number') {
    const text = draft.text(name);
    const isActive = draft.active === name;
    const onKey = (event: KeyboardEvent): void => {
      const { key } = event;
      if (/^[0-9.-]$/.test(key)) {
        // The first key begins the number anew, as the pad of a telephone does.
        const before = isActive ? text : '';
        if (mayFollow(rule, before, key)) draft.type(name, before + key);
        draft.focus(name);
      } else if (key === 'Backspace') draft.type(name, text.slice(0, -1));
      else if (key === 'ArrowDown' && isActive) {
        event.preventDefault();
        document.getElementById(padId)?.querySelector('button')?.focus();
      } else if (isActive && (key === 'Enter' || key === 'Escape')) {
        event.preventDefault();
        if (key === 'Enter') onNext();
        else onDone();
      }
    };
    return (
      <button
        type="button"
        data-field={name}
        className={isActive ? 'ds-number ds-number-active' : 'ds-number'}
        aria-expanded={isActive}
        {...(isActive && { 'aria-controls': padId })}
        {...(flawId !== undefined && { 'aria-describedby': flawId })}
        onClick={() => draft.focus(name)}
        onKeyDown={onKey}
      >
        <span>{label}</span> <b>{text === '' ? '–' : text}</b> <small>{rule.unit}</small>
      </button>
    );
  }
  if (rule.kind === 'text')
    return (
      // The counter of letters inside of it is no part of its name.
      <div className="ds-text">
        <label htmlFor={id}>{label}</label>
        <TextArea
          id={id}
          value={String(value ?? '')}
          maxCount={rule.max}
          maxLength={rule.max}
          autosize={{ minRows: 1, maxRows: 4 }}
          onChange={(text: string) => draft.set(name, text)}
        />
      </div>
    );
  const chosen: readonly string[] = Array.isArray(value) ? value : value === null || value === '' ? [] : [String(value)];
  const press = (one: string): void => {
    if (rule.kind === 'choice') draft.set(name, chosen.includes(one) ? null : one);
    else
      draft.set(
        name,
        chosen.includes(one) ? chosen.filter((other) => other !== one) : one === 'none' ? ['none'] : [...chosen.filter((other) => other !== 'none'), one],
      );
  };
  return (
    <fieldset className="ds-choice" onKeyDown={(event) => walkByArrows(event)}>
      <legend>{label}</legend>
      {rule.choices.map((one) => (
        <button
          type="button"
          key={one}
          aria-pressed={chosen.includes(one)}
          className={chosen.includes(one) ? 'ds-key ds-key-on' : 'ds-key'}
          onClick={() => press(one)}
        >
          {choiceText(t, one)}
        </button>
      ))}
    </fieldset>
  );
});

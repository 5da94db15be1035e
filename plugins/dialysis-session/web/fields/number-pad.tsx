import { usePlugin } from '@nephra/plugin-sdk/web';
import type { KeyboardEvent } from 'react';
import type { NumberField } from '../../contract/fields.ts';
import { walkByArrows } from './arrow-keys.ts';

interface NumberPadProps {
  readonly label: string;
  readonly rule: NumberField;
  /** As it was typed so far. */
  readonly text: string;
  /** What it was the last time; null: nobody knows. Taken only when it is pressed. */
  readonly last: number | null;
  readonly id: string;
  readonly hasNext: boolean;
  readonly onText: (text: string) => void;
  readonly onNext: () => void;
  readonly onDone: () => void;
}

const COLUMNS = 3;
const KEYS = ['7', '8', '9', '4', '5', '6', '1', '2', '3'] as const;

/** More signs than any number has that is asked for here. */
const MAX_SIGNS = 7;

/** Whether a key makes sense behind what stands there. */
export function mayFollow({ decimals, min }: Pick<NumberField, 'decimals' | 'min'>, text: string, key: string): boolean {
  if (text.length >= MAX_SIGNS) return false;
  if (key === '-') return min < 0 && text === '';
  return key !== '.' || (decimals > 0 && text !== '' && text !== '-' && !text.includes('.'));
}

/** Big keys for gloves, with the limits and the last value. */
export function NumberPad({ label, rule, text, last, id, hasNext, onText, onNext, onDone }: NumberPadProps) {
  const { t } = usePlugin();
  const add = (key: string): void => {
    if (mayFollow(rule, text, key)) onText(text + key);
  };
  /** It is whole as it is: the next one can be typed at once. */
  const takeLast = (): void => {
    onText(String(last));
    if (hasNext) onNext();
    else onDone();
  };
  const [canPoint, canMinus] = [mayFollow(rule, text, '.'), mayFollow(rule, text, '-')];
  /** A keyboard on the pad: digits type, arrows walk, Escape goes back to the field. */
  const onKey = (event: KeyboardEvent<HTMLElement>): void => {
    const { key } = event;
    if (key.startsWith('Arrow')) walkByArrows(event, COLUMNS);
    else if (/^[0-9.-]$/.test(key)) add(key);
    else if (key === 'Backspace') onText(text.slice(0, -1));
    else if (key === 'Escape') {
      event.preventDefault();
      onDone();
    }
  };
  return (
    <section className="ds-pad" id={id} aria-label={`${t('pad.label')} ${label}`} onKeyDown={onKey}>
      <p className="ds-pad-head">
        <b>{label}</b> <output>{text === '' ? '–' : text}</output> <span>{t('pad.limits', { min: rule.min, max: rule.max, unit: rule.unit })}</span>
      </p>
      <div className="ds-pad-keys">
        {KEYS.map((key) => (
          <button type="button" key={key} onClick={() => add(key)}>
            {key}
          </button>
        ))}
        <button type="button" disabled={!canPoint && !canMinus} onClick={() => add(canMinus ? '-' : '.')}>
          {canMinus ? '−' : '.'}
        </button>
        <button type="button" onClick={() => add('0')}>
          0
        </button>
        <button type="button" aria-label={t('pad.erase')} onClick={() => onText(text.slice(0, -1))}>
          ⌫
        </button>
      </div>
      <div className="ds-pad-side">
        {last !== null && (
          <button type="button" className="ds-pad-last" onClick={takeLast}>
            {t('pad.last', { value: last })}
          </button>
        )}
        <button type="button" className="ds-pad-next" onClick={hasNext ? onNext : onDone}>
          {hasNext ? t('pad.next') : t('pad.done')}
        </button>
      </div>
    </section>
  );
}

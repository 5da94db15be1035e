import type { KeyboardEvent } from 'react';
import './filter-chips.css';

export interface FilterChip<Value extends string | number> {
  readonly value: Value;
  readonly label: string;
  /** How many there are; nothing shows for zero. */
  readonly count?: number;
}

export interface FilterChipsProps<Value extends string | number> {
  /** Says what is told apart: the state, the period. */
  readonly label: string;
  readonly chips: readonly FilterChip<Value>[];
  /** The one that is pressed; undefined for none. */
  readonly chosen: Value | undefined;
  /** Also hears the chosen one pressed again; a list may take that for "show all". */
  readonly onChoose: (value: Value) => void;
}

/** ← → walk along the chips, Home and End go to the ends. */
function walk(event: KeyboardEvent<HTMLElement>): void {
  const buttons = [...event.currentTarget.querySelectorAll('button')];
  const at = buttons.indexOf(document.activeElement as HTMLButtonElement);
  const steps: Record<string, number> = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: buttons.length - 1 };
  const next = steps[event.key];
  if (next === undefined) return;
  event.preventDefault();
  buttons[Math.min(Math.max(0, next), buttons.length - 1)]?.focus();
}

/**
 * One press narrows what stands below: a row of chips 28 px high, 12 px, each with how many it holds. Too many of them go on in the next line.
 * One stop of the Tab key (the chosen chip, else the first); ← → Home End walk, Enter and Space press. A screen reader hears a named toolbar whose
 * buttons say whether they are pressed.
 */
export function FilterChips<Value extends string | number>({ label, chips, chosen, onChoose }: FilterChipsProps<Value>) {
  const stop = chips.find(({ value }) => value === chosen) ?? chips[0];
  return (
    <div className="nk-chips" role="toolbar" aria-label={label} onKeyDown={walk}>
      {chips.map((chip) => (
        <button key={chip.value} type="button" tabIndex={chip === stop ? 0 : -1} aria-pressed={chip.value === chosen} onClick={() => onChoose(chip.value)}>
          {chip.label} {(chip.count ?? 0) > 0 && <b>{chip.count}</b>}
        </button>
      ))}
    </div>
  );
}

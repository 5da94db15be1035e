import { action, computed, makeObservable, observable, observableRef } from 'mobx';
import type { FieldRule, FieldValue, FieldValues, NumberField } from '../../contract/fields.ts';
import { type Flaw, flawsIn } from '../../domain/plausible.ts';

export type Rules = Readonly<Record<string, FieldRule>>;

/** What lies on the device of a form that nobody saved yet. */
export interface TypedFields {
  readonly base: FieldValues;
  readonly typed: Readonly<Record<string, FieldValue>>;
  readonly texts: Readonly<Record<string, string>>;
  readonly active: string | null;
  readonly late: string | null;
}

/** What is being entered into some fields, beside what stands there. Numbers are texts until they are whole. */
export class FormDraft {
  readonly rules: Rules;
  /** What the person saw when beginning, for the merge. */
  base: FieldValues;
  typed: Readonly<Record<string, FieldValue>> = {};
  texts: Readonly<Record<string, string>> = {};
  /** The number that the pad writes into. */
  active: string | null = null;
  /** The person pressed save once. */
  tried = false;
  /** An earlier time of day that is stated for it, as it is typed; null: none. */
  late: string | null = null;
  /** Milliseconds: it was typed before the page was drawn anew, and is here again. Null: it was not. */
  typedBefore: number | null = null;

  constructor(rules: Rules, base: FieldValues = {}) {
    this.rules = rules;
    this.base = base;
    makeObservable(this, {
      base: observableRef,
      typed: observableRef,
      texts: observableRef,
      active: observable,
      tried: observable,
      late: observable,
      typedBefore: observable,
      state: action,
      bringBack: action,
      patch: computed,
      flaws: computed,
      dirty: computed,
      set: action,
      type: action,
      focus: action,
      reset: action,
      rebase: action,
      press: action,
    });
  }

  value(name: string): FieldValue {
    return this.typed[name] !== undefined ? this.typed[name] : (this.base[name] ?? null);
  }
  /** What the pad shows of a number. */
  text(name: string): string {
    const text = this.texts[name];
    if (text !== undefined) return text;
    const value = this.value(name);
    return typeof value === 'number' ? String(value) : '';
  }
  /** Fields that differ from what stands there. */
  get patch(): FieldValues {
    return Object.fromEntries(Object.entries(this.typed).filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(this.base[name] ?? null)));
  }
  get dirty(): boolean {
    return Object.keys(this.patch).length > 0;
  }
  get flaws(): readonly Flaw[] {
    return flawsIn(this.patch, this.rules, this.base);
  }
  /** The number behind the one that is being entered. @param shown fields that are there, in their order; what is hidden is never walked through */
  after(shown: readonly string[]): string | null {
    const numbers = shown.filter((name) => this.rule(name) !== undefined);
    const at = this.active === null ? -1 : numbers.indexOf(this.active);
    return at < 0 ? null : (numbers[at + 1] ?? null);
  }

  set(name: string, value: FieldValue): void {
    this.typed = { ...this.typed, [name]: value };
  }
  type(name: string, text: string): void {
    this.texts = { ...this.texts, [name]: text };
    const number = Number(text);
    this.set(name, text === '' || text === '-' || !Number.isFinite(number) ? null : number);
  }
  focus(name: string | null): void {
    this.active = name;
  }
  press(): void {
    this.tried = true;
  }
  /** It was stored: what was entered is what stands there now. */
  reset(base: FieldValues = {}): void {
    this.base = base;
    this.typed = {};
    this.texts = {};
    this.active = null;
    this.tried = false;
    this.late = null;
    this.typedBefore = null;
  }
  /** Fields that are not being entered follow what stands there now; what was entered and stands there is not entered any more. */
  rebase(base: FieldValues): void {
    const kept = Object.entries(this.patch).filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(base[name] ?? null));
    this.base = { ...base, ...Object.fromEntries(kept.map(([name]) => [name, this.base[name] ?? null])) };
  }
  state(late: string | null): void {
    this.late = late;
  }
  /** What has to lie on the device, so that nothing typed is lost; undefined: nothing. */
  get toKeep(): TypedFields | undefined {
    if (!this.dirty && this.active === null && this.late === null) return undefined;
    const { base, typed, texts, active, late } = this;
    return { base, typed, texts, active, late };
  }
  /** It was typed before the page was drawn anew; what has been typed since stays. @param at milliseconds */
  bringBack(found: TypedFields, at: number): void {
    const names = Object.keys(found.typed).filter((name) => name in this.rules && this.typed[name] === undefined);
    const of = <T>(values: Readonly<Record<string, T>>) => Object.fromEntries(names.flatMap((name) => (name in values ? [[name, values[name] as T]] : [])));
    this.typed = { ...of(found.typed), ...this.typed };
    this.texts = { ...of(found.texts), ...this.texts };
    this.base = { ...this.base, ...Object.fromEntries(names.map((name) => [name, found.base[name] ?? null])) };
    this.active ??= found.active !== null && found.active in this.rules ? found.active : null;
    this.late ??= found.late;
    if (this.dirty) this.typedBefore = at;
  }
  rule(name: string): NumberField | undefined {
    const rule = this.rules[name];
    return rule?.kind === 'number' ? rule : undefined;
  }
}

import {
  checkValue,
  type Language,
  maxLength,
  maxValue,
  minValue,
  moneyToText,
  type Money,
  type Rule,
  type RuleFailure,
  validationText,
} from '@nephra/plugin-sdk/contract';
import { Act, type ActCall, ApiError, type Drafts } from '@nephra/plugin-sdk/web';
import { action, compareStructural, computed, makeObservable, observable, observableRef, runInAction, toJS } from 'mobx';
import type { Field, FormItem } from '../form-field.ts';
import { FormGrants } from './form-grants.ts';

export type SaveState = { readonly kind: 'editing' } | { readonly kind: 'saving' } | { readonly kind: 'failed'; readonly error: unknown };

/** Goes to the call that saves. The key stays the same while the same values are sent again after an unknown outcome. */
export type SaveAct = Pick<ActCall, 'idempotencyKey'>;

/** `busy`: an earlier press is still running. `held`: other values may have been saved, and the person wants to look first. `refused`: the server or the network said no; `error` is in `state` too. */
export type SaveOutcome<Result> =
  | { readonly kind: 'saved'; readonly result: Result }
  | { readonly kind: 'invalid' }
  | { readonly kind: 'busy' }
  | { readonly kind: 'held' }
  | { readonly kind: 'refused'; readonly error: unknown };

export interface FormStoreOptions<Values extends object> {
  /** A function is asked again at each drawing, so that labels follow the language. */
  readonly fields: readonly FormItem<Values>[] | (() => readonly FormItem<Values>[]);
  readonly initial: Values;
  /** Name under which unsaved values are kept, unique in the plugin: `drug:new`, `drug:4711`. Without it nothing is kept. */
  readonly draftKey?: string;
  readonly drafts?: Drafts;
  /** What is sent beside the values (rows of a table, a choice): when it changes, saving is another act. */
  readonly alsoSent?: () => unknown;
}

const DRAFT_DELAY_MS = 300;

function ownRules<V>(field: Field<V>): readonly Rule[] {
  if ('maxLength' in field && field.maxLength !== undefined) return [maxLength(field.maxLength)];
  if (field.kind !== 'number' && field.kind !== 'money') return [];
  const show = field.kind === 'money' ? (bound: number) => moneyToText(bound as Money) : String;
  return [...(field.min === undefined ? [] : [minValue(field.min, show)]), ...(field.max === undefined ? [] : [maxValue(field.max, show)])];
}

/** `/body/lines/0/name` and `body.name` of a server answer name the field `lines.0.name` and `name`. */
const fieldNameOf = (path: string): string =>
  path
    .replace(/^[/.]+/, '')
    .replace(/^body[/.]/, '')
    .replaceAll('/', '.');

/**
 * State of one form: values, complaints per field, saving state, draft. Knows no React. Saving runs once however often the
 * button is pressed; what the server says about a field stands at that field until its value changes.
 */
export class FormStore<Values extends object> {
  values: Values;
  state: SaveState = { kind: 'editing' };
  /** True when the values came from a draft of an earlier visit. */
  fromDraft = false;
  /** Counts submits that ended with complaints: the signal to put the cursor on the first one. */
  refusals = 0;
  private initial: Values;
  private readonly failures = observable.map<string, RuleFailure>({}, { deep: false });
  private readonly holds = new Map<string, string>();
  private readonly options: FormStoreOptions<Values>;
  private readonly act: Act;
  private askToSendOther: (() => Promise<boolean>) | undefined;
  private draftTimer: ReturnType<typeof setTimeout> | null = null;
  private readonly grants = new FormGrants();

  constructor(options: FormStoreOptions<Values>) {
    this.options = options;
    this.initial = options.initial;
    this.act = new Act({ mayReplace: () => this.askToSendOther?.() ?? Promise.resolve(true) }, 'form');
    const draft = options.draftKey === undefined ? undefined : options.drafts?.load<Partial<Values>>(options.draftKey);
    this.values = { ...options.initial, ...draft };
    this.fromDraft = draft !== undefined;
    makeObservable<this, 'initial'>(this, {
      values: observableRef,
      initial: observableRef,
      state: observableRef,
      fromDraft: observable,
      refusals: observable,
      dirty: computed,
      set: action,
      setValues: action,
      reset: action,
      validate: action,
    });
  }

  get items(): readonly FormItem<Values>[] {
    return this.allItems.filter((item) => item.kind === 'group' || ((item.visible?.(this.values) ?? true) && this.isGranted(item)));
  }

  /**
   * Form codes of the page around (spec 6), told by whatever draws the form. A field whose code is denied is neither shown nor checked
   * nor sent: its member is missing from the values that are saved, so declare it optional.
   */
  limitTo(granted: (formCode: string) => boolean): void {
    this.grants.limitTo(granted);
  }

  get fields(): readonly Field<Values>[] {
    return this.items.filter((item): item is Field<Values> => item.kind !== 'group');
  }

  get dirty(): boolean {
    return !compareStructural(this.values, this.initial);
  }

  get saving(): boolean {
    return this.state.kind === 'saving';
  }

  set<Name extends keyof Values & string>(name: Name, value: Values[Name]): void {
    this.setValues({ [name]: value } as unknown as Partial<Values>); // a computed key is always a plain string to the compiler
  }

  setValues(values: Partial<Values>): void {
    this.values = { ...this.values, ...values };
    for (const name of Object.keys(values)) this.failures.delete(name);
    this.cancelDraft();
    this.draftTimer = setTimeout(() => this.keepDraft(), DRAFT_DELAY_MS);
  }

  /** Starts over with other values, for example those the server answered. Ends the draft. */
  reset(values: Values = this.initial): void {
    this.initial = values;
    this.values = values;
    this.failures.clear();
    this.state = { kind: 'editing' };
    this.fromDraft = false;
    this.act.forget();
    this.clearDraft();
  }

  /** Keeps the form from being saved while a field's control has something under way or at fault that its value does not show. */
  hold(name: string, reason: string | undefined): void {
    if (reason === undefined) this.holds.delete(name);
    else this.holds.set(name, reason);
  }

  failureOf(name: string): RuleFailure | undefined {
    return this.failures.get(name);
  }

  errorText(name: string, language: Language): string | undefined {
    const failure = this.failures.get(name);
    return failure && validationText(failure, language);
  }

  /** Name of the first field, from the top, that has a complaint. */
  get firstInvalid(): string | undefined {
    return this.fields.find((field) => this.failures.has(field.name))?.name;
  }

  /** Checks one field (when it loses the focus) or all of them. True when nothing is wrong. */
  validate(only?: string): boolean {
    const fields = only === undefined ? this.fields : this.fields.filter((field) => field.name === only);
    if (only === undefined) this.failures.clear();
    for (const field of fields) {
      const failure = this.check(field);
      if (failure) this.failures.set(field.name, failure);
      else this.failures.delete(field.name);
    }
    return this.failures.size === 0;
  }

  async submit<Result>(save: (values: Values, act: SaveAct) => Promise<Result>): Promise<SaveOutcome<Result>> {
    if (this.saving) return { kind: 'busy' };
    if (!this.validate()) {
      runInAction(() => {
        this.refusals += 1;
      });
      return { kind: 'invalid' };
    }
    const before = this.state;
    this.show({ kind: 'saving' });
    const values = this.sendable();
    const end = await this.act.run([values, this.options.alsoSent?.()], ({ quiet: _, ...act }) => save(values, act));
    if (end.kind === 'done') {
      runInAction(() => this.reset(this.values));
      return { kind: 'saved', result: end.answer };
    }
    if ('error' in end) {
      runInAction(() => this.refuse(end.error));
      return { kind: 'refused', error: end.error };
    }
    this.show(before);
    return { kind: end.kind === 'joined' ? 'busy' : 'held' };
  }

  /** How a person is asked before other values are sent while nobody knows whether the first were saved; told by whatever draws the form. */
  askOtherBy(ask: () => Promise<boolean>): void {
    this.askToSendOther = ask;
  }

  /** What is typed and not saved is there again at the next visit. */
  get keepsDraft(): boolean {
    return this.options.drafts !== undefined && this.options.draftKey !== undefined;
  }

  /** Writes a draft that still waits. */
  dispose(): void {
    if (this.draftTimer !== null) this.keepDraft();
  }

  private get allItems(): readonly FormItem<Values>[] {
    const { fields } = this.options;
    return typeof fields === 'function' ? fields() : fields;
  }

  private isGranted({ permission }: Field<Values>): boolean {
    return this.grants.has(permission);
  }

  private sendable(): Values {
    const values = { ...toJS(this.values) };
    for (const item of this.allItems) if (item.kind !== 'group' && !this.isGranted(item)) delete values[item.name as keyof Values];
    return values;
  }

  private check(field: Field<Values>): RuleFailure | undefined {
    const value: unknown = this.values[field.name as keyof Values];
    const failure = checkValue(value, { required: field.required, label: field.label, rules: [...ownRules(field), ...(field.rules ?? [])] });
    if (failure) return failure;
    const text = field.check?.(this.values) ?? this.holds.get(field.name);
    return text === undefined ? undefined : { text };
  }

  private refuse(error: unknown): void {
    this.state = { kind: 'failed', error };
    this.refusals += 1;
    if (!(error instanceof ApiError)) return;
    const known = new Map<string, Field<Values>>(this.fields.map((field) => [field.name, field]));
    for (const { path, msg } of error.fields) {
      const name = fieldNameOf(path);
      const [first = '', ...rest] = known.has(name) ? [name] : name.split('.');
      const field = known.get(first);
      if (!field) continue;
      const about = field.kind === 'custom' && rest.length > 0 ? field.complain?.(rest.join('.'), msg) : undefined;
      this.failures.set(first, { text: about ?? msg });
    }
  }

  private show(state: SaveState): void {
    runInAction(() => {
      this.state = state;
    });
  }

  private cancelDraft(): void {
    if (this.draftTimer !== null) clearTimeout(this.draftTimer);
    this.draftTimer = null;
  }

  private keepDraft(): void {
    this.cancelDraft();
    const { drafts, draftKey } = this.options;
    if (!drafts || draftKey === undefined) return;
    if (this.dirty) drafts.save(draftKey, this.withoutPasswords());
    else drafts.clear(draftKey);
  }

  /** A draft stands on the disk of the computer, in the open. */
  private withoutPasswords(): Partial<Values> {
    const kept: Partial<Values> = { ...toJS(this.values) };
    for (const item of this.allItems) if (item.kind === 'password') delete kept[item.name as keyof Values];
    return kept;
  }

  private clearDraft(): void {
    this.cancelDraft();
    if (this.options.draftKey !== undefined) this.options.drafts?.clear(this.options.draftKey);
  }
}

import { CONDITION_CONTENTS, CONTENTS_OF, type ConditionContent, type DataCondition, type Language } from '@nephra/plugin-sdk/contract';
import { Act, ApiError, type Client } from '@nephra/plugin-sdk/web';
import type { Picked } from '@nephra/plugin-sdk/widgets';
import { action, computed, makeObservable, observable, observableRef, runInAction } from 'mobx';
import type { DataFieldRow, dataSchemeContract, SchemePreview, SchemeRow } from '../../contract/data-scheme.contract.ts';
import { conditionProblem, type ConditionProblem, readCondition } from '../../domain/data-scheme/condition-check.ts';
import { conditionText } from '../../domain/data-scheme/condition-text.ts';
import { type ComparisonDraft, fittingDraft, type GroupDraft, idsOfText } from './comparison-draft.ts';
import type { Example } from './data-scheme.store.ts';

export type Count =
  | { readonly kind: 'none' }
  | { readonly kind: 'counting' }
  | { readonly kind: 'counted'; readonly preview: SchemePreview }
  | { readonly kind: 'failed'; readonly reason: string };

/** Counting costs the server a read of the whole table, so it waits until nobody types. */
const PAUSE_MS = 500;

const isContent = (value: string): value is ConditionContent => (CONDITION_CONTENTS as readonly string[]).includes(value);

/** A data scheme while somebody edits it. */
export class SchemeEditorStore {
  fullName: string;
  description: string;
  enabled: boolean;
  groups: readonly GroupDraft[];
  count: Count = { kind: 'none' };
  saving = false;
  failure: unknown = null;
  /** Complaints show once somebody tried to save. */
  tried = false;
  /** Counts saves that ended with complaints. */
  refusals = 0;
  private names: ReadonlyMap<string, string>;
  private readonly initial: string;
  /** One that was made twice stands in the list and shows nobody anything until it is granted; a change carries its version. */
  private readonly act = new Act({}, 'data-scheme', { changed: 'send' });
  private keys = 0;
  private example: Example | null = null;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private asked = 0;

  constructor(
    private readonly moduleId: string,
    readonly fields: readonly DataFieldRow[],
    readonly scheme: SchemeRow | undefined,
    private readonly client: Client<typeof dataSchemeContract.routes>,
    readonly language: Language,
  ) {
    this.fullName = scheme?.fullName ?? '';
    this.description = scheme?.description ?? '';
    this.enabled = scheme?.enabledMark !== 0;
    this.names = new Map(scheme?.names.map(({ id, fullName }) => [id, fullName]));
    this.groups = this.draftsOf(readCondition(scheme?.conditionJson ?? '') ?? []);
    this.initial = this.snapshot();
    makeObservable<this, 'show' | 'names'>(this, {
      names: observableRef,
      pick: action,
      show: action,
      fullName: observable,
      description: observable,
      enabled: observable,
      groups: observableRef,
      count: observableRef,
      saving: observable,
      failure: observableRef,
      tried: observable,
      refusals: observable,
      condition: computed,
      problem: computed,
      words: computed,
      set: action,
      addGroup: action,
      setLogic: action,
      addComparison: action,
      change: action,
      removeComparison: action,
      removeGroup: action,
    });
  }

  get condition(): DataCondition {
    return this.groups.map(({ logic, comparisons }) => ({
      logic,
      groups: comparisons.map(({ field, op, kind, text }) => ({
        field,
        type: this.fields.find(({ enCode }) => enCode === field)?.type ?? '',
        op,
        value: kind === 'text' ? text.trim() : kind,
      })),
    }));
  }

  /** What keeps it from being saved; the name counts as well. */
  get problem(): ConditionProblem | undefined {
    return conditionProblem(this.condition, this.fields);
  }

  get words(): string {
    return conditionText(this.condition, this.fields, this.language, (id) => this.names.get(id));
  }

  get dirty(): boolean {
    return this.snapshot() !== this.initial;
  }

  set(values: Partial<Pick<SchemeEditorStore, 'fullName' | 'description' | 'enabled'>>): void {
    Object.assign(this, values);
  }

  addGroup(): void {
    this.groups = [...this.groups, { key: this.nextKey(), logic: 'and', comparisons: [this.emptyComparison()] }];
    this.countSoon();
  }

  setLogic(group: number, logic: 'and' | 'or'): void {
    this.alter(group, (one) => ({ ...one, logic }));
  }

  addComparison(group: number): void {
    this.alter(group, (one) => ({ ...one, comparisons: [...one.comparisons, this.emptyComparison()] }));
  }

  /** Another field brings a comparison and a content that suit it. */
  change(group: number, comparison: number, values: Partial<Omit<ComparisonDraft, 'key'>>): void {
    const changed = (draft: ComparisonDraft): ComparisonDraft => {
      const next = { ...draft, ...values };
      return fittingDraft(next, values.text === undefined ? draft.field : next.field, this.fields);
    };
    this.alter(group, (one) => ({
      ...one,
      comparisons: one.comparisons.map((draft) => (draft.key === comparison ? changed(draft) : draft)),
    }));
  }

  /** People or organisations for a field that holds their ids. */
  pick(group: number, comparison: number, picked: readonly Picked[]): void {
    this.names = new Map([...this.names, ...picked.map(({ id, fullName }) => [id, fullName] as const)]);
    this.change(group, comparison, { text: picked.map(({ id }) => id).join(',') });
  }

  /** Names of the ids in a content, as far as they are known here. */
  namesOf(text: string): Picked[] {
    return idsOfText(text).flatMap((id) => {
      const fullName = this.names.get(id);
      return fullName === undefined ? [] : [{ id, fullName }];
    });
  }

  removeComparison(group: number, comparison: number): void {
    const found = this.groups.find(({ key }) => key === group);
    if (found && found.comparisons.length === 1) this.removeGroup(group);
    else this.alter(group, (one) => ({ ...one, comparisons: one.comparisons.filter(({ key }) => key !== comparison) }));
  }

  removeGroup(group: number): void {
    this.groups = this.groups.filter(({ key }) => key !== group);
    this.countSoon();
  }

  /** Counts what this person would see, now and after every change. */
  countFor(example: Example | null): void {
    this.example = example;
    void this.countNow();
  }

  async countNow(): Promise<void> {
    clearTimeout(this.timer);
    this.asked += 1;
    const turn = this.asked;
    const { example } = this;
    if (!example || this.problem) return this.show({ kind: 'none' });
    this.show({ kind: 'counting' });
    let count: Count;
    try {
      const body = { userId: example.id, conditionJson: JSON.stringify(this.condition), ...(this.scheme ? { schemeId: this.scheme.id } : {}) };
      const { data } = await this.client.preview({ params: { moduleId: this.moduleId }, body }, { quiet: true });
      count = { kind: 'counted', preview: data };
    } catch (error) {
      count = { kind: 'failed', reason: error instanceof ApiError ? error.message : '' };
    }
    if (turn === this.asked) this.show(count);
  }

  /** The server's text when it was saved. */
  async save(): Promise<string | undefined> {
    if (this.saving) return undefined;
    runInAction(() => {
      this.tried = true;
      this.failure = null;
    });
    if (this.problem || this.fullName.trim() === '') {
      runInAction(() => {
        this.refusals += 1;
      });
      return undefined;
    }
    runInAction(() => {
      this.saving = true;
    });
    const { scheme } = this;
    const body = {
      moduleId: this.moduleId,
      fullName: this.fullName.trim(),
      description: this.description.trim(),
      enabledMark: this.enabled ? (1 as const) : (0 as const),
      conditionJson: JSON.stringify(this.condition),
      ...(scheme ? { enCode: scheme.enCode, sortCode: scheme.sortCode, version: scheme.version } : {}),
    };
    const end = await this.act.run([scheme?.id, body], (options) =>
      scheme ? this.client.edit({ params: { id: scheme.id }, body }, options) : this.client.create({ body }, options),
    );
    runInAction(() => {
      if ('error' in end) this.failure = end.error;
      this.saving = false;
    });
    return end.kind === 'done' ? end.answer.msg : undefined;
  }

  dispose(): void {
    clearTimeout(this.timer);
    this.asked += 1;
  }

  private show(count: Count): void {
    this.count = count;
  }

  private alter(group: number, change: (one: GroupDraft) => GroupDraft): void {
    this.groups = this.groups.map((one) => (one.key === group ? change(one) : one));
    this.countSoon();
  }

  private countSoon(): void {
    if (!this.example) return;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.countNow(), PAUSE_MS);
  }

  private emptyComparison(): ComparisonDraft {
    const [first] = this.fields;
    const [content] = first ? CONTENTS_OF[first.type] : [];
    return { key: this.nextKey(), field: first?.enCode ?? '', op: 'Equal', kind: content ?? 'text', text: '' };
  }

  private draftsOf(condition: DataCondition): GroupDraft[] {
    return condition.map(({ logic, groups }) => ({
      key: this.nextKey(),
      logic,
      comparisons: groups.map(({ field, op, value }) => ({
        key: this.nextKey(),
        field,
        op,
        kind: isContent(value) ? value : 'text',
        text: isContent(value) ? '' : value,
      })),
    }));
  }

  private nextKey(): number {
    this.keys += 1;
    return this.keys;
  }

  private snapshot(): string {
    return JSON.stringify([this.fullName, this.description, this.enabled, this.condition]);
  }
}

import { dayOf, type UnitPrice, unitPriceToWire } from '@nephra/plugin-sdk/contract';
import { createClient, type WebContext } from '@nephra/plugin-sdk/web';
import { FormStore, type SaveAct } from '@nephra/plugin-sdk/widgets';
import { action, computed, makeObservable, observableRef, runInAction } from 'mobx';
import { catalogueContract } from '../../contract/catalogue-maintenance.contract.ts';
import type { AdjustmentLine } from '../../contract/catalogue-price.schema.ts';
import type { PriceRule } from '../../domain/prices/price-adjustment.ts';
import { chosenDay, type FirstDay, firstDayAtFirst, firstDayFields } from './first-day.ts';
import { reasonField } from './reason-field.ts';

export interface AdjustForm extends FirstDay {
  mode: PriceRule['mode'];
  /** Per cent or yuan, signed, as typed. */
  value: string;
  fixed: UnitPrice | null;
  decimals: 2 | 4;
  reason: string;
}

type Rule = PriceRule & { readonly validFrom: string };
const SIGNED = /^[+-]?\d{1,7}(\.\d{1,4})?$/;

/** Changing many prices: a rule, what it would do, and the act. */
export class AdjustStore {
  readonly form: FormStore<AdjustForm>;
  /** Entries that are left on the list. */
  drugIds: readonly string[];
  /** What was previewed last, and with which rule. */
  preview: { readonly rule: Rule; readonly lines: readonly AdjustmentLine[] } | null = null;
  failure: unknown = null;
  private readonly ctx: WebContext;
  private readonly client;
  /** When it was opened, `YYYY-MM-DD`. */
  private readonly today: string;

  constructor(ctx: WebContext, drugIds: readonly string[]) {
    this.ctx = ctx;
    this.client = createClient(catalogueContract, ctx.http);
    this.drugIds = drugIds;
    const { t } = ctx;
    const today = dayOf(ctx.now());
    this.today = today;
    const signed = (form: AdjustForm) => (SIGNED.test(form.value.trim()) && Number(form.value) !== 0 ? undefined : t('catalogue.adjust.valueRule'));
    this.form = new FormStore<AdjustForm>({
      alsoSent: () => this.changing.map(({ drugId, before }) => ({ drugId, before })),
      fields: () => [
        {
          kind: 'select',
          name: 'mode',
          label: t('catalogue.adjust.mode'),
          required: true,
          options: (['percent', 'amount', 'fixed'] as const).map((value) => ({ value, text: t(`catalogue.adjust.${value}`) })),
        },
        {
          kind: 'text',
          name: 'value',
          label: t('catalogue.adjust.value'),
          required: true,
          maxLength: 13, // limit: as many signs as SIGNED lets through
          placeholder: t('catalogue.adjust.valueHelp'),
          visible: (form) => form.mode !== 'fixed',
          check: signed,
        },
        { kind: 'unitPrice', name: 'fixed', label: t('catalogue.newPrice'), required: true, visible: (form) => form.mode === 'fixed' },
        {
          kind: 'select',
          name: 'decimals',
          label: t('catalogue.adjust.decimals'),
          required: true,
          options: ([2, 4] as const).map((value) => ({ value, text: t(`catalogue.adjust.to${value}`) })),
        },
        ...firstDayFields(t, today),
        reasonField(t),
      ],
      // limit: one of the two that a new price is rounded to, offered above
      initial: { mode: 'percent', value: '', fixed: null, decimals: 2, ...firstDayAtFirst(), reason: '' },
    });
    makeObservable(this, {
      drugIds: observableRef,
      preview: observableRef,
      failure: observableRef,
      current: computed,
      changing: computed,
      large: computed,
      leaveOut: action,
    });
  }

  private get rule(): Rule | null {
    const { mode, value, fixed, decimals } = this.form.values;
    const validFrom = chosenDay(this.form.values, this.today);
    const number = mode === 'fixed' ? fixed : Number(value);
    if (number === null || !Number.isFinite(number) || validFrom === null) return null;
    return { mode, value: mode === 'fixed' ? unitPriceToWire(number as UnitPrice) : number, decimals, validFrom };
  }

  /** The preview, while it still shows what the form says. */
  get current(): readonly AdjustmentLine[] | null {
    return this.preview && JSON.stringify(this.preview.rule) === JSON.stringify(this.rule) ? this.preview.lines : null;
  }

  /** Lines that would get another price. */
  get changing(): readonly AdjustmentLine[] {
    return (this.current ?? []).filter((line) => line.fault === '');
  }

  /** Of these those that make the whole adjustment wait for a second person. */
  get large(): readonly AdjustmentLine[] {
    return this.changing.filter((line) => line.large);
  }

  async look(): Promise<void> {
    const { rule } = this;
    // The reason is asked for when the act comes; looking needs none.
    const asked = this.form.fields.filter((field) => field.name !== 'reason').map((field) => field.name);
    for (const name of asked) this.form.validate(name);
    if (!rule || asked.some((name) => this.form.failureOf(name) !== undefined)) return;
    try {
      const { data } = await this.client.previewAdjustment({ body: { ...rule, drugIds: [...this.drugIds] } }, { quiet: true });
      runInAction(() => {
        this.preview = { rule, lines: data.list };
        this.failure = null;
      });
    } catch (error) {
      runInAction(() => {
        this.preview = null;
        this.failure = error;
      });
    }
  }

  leaveOut(drugId: string): void {
    this.drugIds = this.drugIds.filter((id) => id !== drugId);
    if (this.preview) this.preview = { ...this.preview, lines: this.preview.lines.filter((line) => line.drugId !== drugId) };
  }

  apply = async (form: AdjustForm, act: SaveAct): Promise<void> => {
    const { rule } = this;
    if (!rule) return;
    const lines = this.changing.map(({ drugId, before }) => ({ drugId, before }));
    const { msg } = await this.client.adjust({ body: { ...rule, reason: form.reason.trim(), lines } }, { ...act, quiet: true, timeoutMs: 60_000 });
    this.ctx.toast.success(msg);
  };

  dispose(): void {
    this.form.dispose();
  }
}

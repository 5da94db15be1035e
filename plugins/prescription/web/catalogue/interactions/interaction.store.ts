import { createClient, type WebContext } from '@nephra/plugin-sdk/web';
import { FormStore, ListStore, type SaveAct } from '@nephra/plugin-sdk/widgets';
import { action, makeObservable, observable, observableRef, runInAction } from 'mobx';
import type { CheckLevel } from '../../../contract/index.ts';
import { catalogueInteractionContract, type InteractionRow } from '../../../contract/catalogue/catalogue-interaction.contract.ts';
import { interactionFields } from './interaction.fields.tsx';

export interface InteractionForm {
  ingredientA: string;
  ingredientB: string;
  level: CheckLevel;
  note: string;
}

export interface InteractionSearch {
  keyword: string;
  level: CheckLevel;
  enabled: number;
}

/** Pairs of ingredients that should not meet. */
export class InteractionStore {
  readonly list: ListStore<InteractionRow, InteractionSearch>;
  edited: { readonly form: FormStore<InteractionForm>; readonly row: InteractionRow | null } | null = null;
  /** The person's organisations are enough to change the list, which is one for all facilities. */
  keeps = false;
  private ingredients: readonly string[] = [];
  private readonly ctx: WebContext;
  private readonly client;

  constructor(ctx: WebContext) {
    this.ctx = ctx;
    this.client = createClient(catalogueInteractionContract, ctx.http);
    this.list = new ListStore<InteractionRow, InteractionSearch>({
      rowKey: 'interactionId',
      load: async (query, signal) => {
        const answer = await this.client.interactions({ query }, { signal, quiet: true });
        runInAction(() => {
          this.keeps = answer.data.keeps;
        });
        return answer;
      },
    });
    makeObservable<this, 'ingredients'>(this, { edited: observableRef, keeps: observable, ingredients: observableRef, begin: action, end: action });
  }

  begin(row: InteractionRow | null = null): void {
    void this.client.ingredients({}, { quiet: true }).then(
      ({ data }) =>
        runInAction(() => {
          this.ingredients = data.list;
        }),
      () => undefined, // without proposals one types the whole name
    );
    const form = new FormStore<InteractionForm>({
      fields: () => interactionFields(this.ctx.t, this.ingredients),
      initial: row
        ? { ingredientA: row.ingredientA, ingredientB: row.ingredientB, level: row.level, note: row.note }
        : { ingredientA: '', ingredientB: '', level: 'reason', note: '' },
    });
    this.edited = { form, row };
  }

  end(): void {
    this.edited?.form.dispose();
    this.edited = null;
  }

  save = async (form: InteractionForm, act: SaveAct): Promise<void> => {
    const row = this.edited?.row ?? null;
    const options = { ...act, quiet: true };
    const body = { ...form, note: form.note.trim(), enableMark: row?.enableMark ?? 1 };
    const { msg } = row
      ? await this.client.update({ params: { id: row.interactionId }, body: { ...body, version: row.version } }, options)
      : await this.client.create({ body }, options);
    this.ctx.toast.success(msg);
  };

  async setEnabled({ interactionId, ...row }: InteractionRow, enabled: boolean): Promise<void> {
    const { msg } = await this.client.update({ params: { id: interactionId }, body: { ...row, enableMark: enabled ? 1 : 0 } });
    this.ctx.toast.success(msg);
    await this.list.reload();
  }

  dispose(): void {
    this.list.dispose();
    this.edited?.form.dispose();
  }
}

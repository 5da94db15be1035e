import { type Client, createClient, type WebContext } from '@nephra/plugin-sdk/web';
import { action, makeObservable, observable, observableRef, runInAction } from 'mobx';
import {
  type DataFieldRow,
  dataSchemeContract,
  type DataState,
  type PresetScheme,
  type SchemePreview,
  type SchemeRow,
} from '../../contract/data-scheme.contract.ts';
import { SchemeEditorStore } from './scheme-editor.store.ts';

/** The menu whose data rights are edited. */
export interface DataMenuRef {
  /** Id or enCode. */
  readonly id: string;
  readonly name: string;
}

export interface Example {
  readonly id: string;
  /** `name/account` */
  readonly name: string;
}

type Loaded = { readonly kind: 'loading' } | { readonly kind: 'failed'; readonly error: unknown } | { readonly kind: 'ready' };

/** Data rights of one menu: whether they are on, which schemes there are, and the one in hand. */
export class DataSchemeStore {
  loaded: Loaded = { kind: 'loading' };
  state: DataState | null = null;
  fields: readonly DataFieldRow[] = [];
  schemes: readonly SchemeRow[] = [];
  editor: SchemeEditorStore | null = null;
  /** Whose view is counted. */
  example: Example | null = null;
  busy = false;
  readonly client: Client<typeof dataSchemeContract.routes>;

  constructor(
    readonly menu: DataMenuRef,
    private readonly ctx: Pick<WebContext, 'http' | 'toast' | 'confirm' | 't' | 'language'>,
  ) {
    this.client = createClient(dataSchemeContract, ctx.http);
    makeObservable(this, {
      loaded: observableRef,
      state: observableRef,
      fields: observableRef,
      schemes: observableRef,
      editor: observableRef,
      example: observableRef,
      busy: observable,
      edit: action,
      close: action,
      choose: action,
    });
  }

  get isOn(): boolean {
    return this.state?.isDataAuthorize === 1;
  }

  async load(): Promise<void> {
    const params = { moduleId: this.menu.id };
    const quiet = { quiet: true };
    try {
      const [state, fields, schemes] = await Promise.all([
        this.client.state({ params }, quiet),
        this.client.fields({ params }, quiet),
        this.client.schemes({ params }, quiet),
      ]);
      runInAction(() => {
        this.state = state.data;
        this.fields = fields.data.list;
        this.schemes = schemes.data.list;
        this.loaded = { kind: 'ready' };
      });
    } catch (error) {
      runInAction(() => {
        this.loaded = { kind: 'failed', error };
      });
    }
  }

  edit(scheme?: SchemeRow): void {
    this.editor = new SchemeEditorStore(this.menu.id, this.fields, scheme, this.client, this.ctx.language);
    this.editor.countFor(this.example);
  }

  close(): void {
    this.editor?.dispose();
    this.editor = null;
  }

  choose(example: Example | null): void {
    this.example = example;
    this.editor?.countFor(example);
  }

  /** Asks first, with what it would hide from the chosen person. */
  async toggle(): Promise<void> {
    const { ctx, state, example } = this;
    if (!state || this.busy) return;
    const on = !this.isOn;
    const said = on ? 'on' : 'off';
    const effect = example ? await this.effectOf(on) : undefined;
    const lines = [ctx.t(`dataScheme.${said}AskAll`)];
    if (effect) {
      const { userName: user, hidden, shown, total } = effect;
      lines.push(ctx.t(`dataScheme.${said}AskEffect`, { user, hidden: hidden.toLocaleString(), shown: shown.toLocaleString(), total: total.toLocaleString() }));
    }
    const question = { title: ctx.t(`dataScheme.${said}Ask`, { menu: this.menu.name }), content: lines.join(' '), okText: ctx.t(`dataScheme.${said}`) };
    if (!(await ctx.confirm({ ...question, danger: true }))) return;
    await this.#write(() => this.client.setState({ params: { moduleId: this.menu.id }, body: { isDataAuthorize: on ? 1 : 0 } }));
  }

  /** True when it is there. */
  addPreset(preset: PresetScheme): Promise<boolean> {
    return this.#write(() => this.client.preset({ params: { moduleId: this.menu.id }, body: { preset } }));
  }

  /** True when it is gone. One that is granted stays: who holds it would lose rows, or all of them, without anybody having said so. */
  async remove(scheme: SchemeRow): Promise<boolean> {
    const { ctx } = this;
    if (scheme.grantCount > 0) {
      ctx.toast.warning(ctx.t('errors.permission.scheme-granted', { name: scheme.fullName, n: scheme.grantCount }));
      return false;
    }
    const sure = await ctx.confirm({ content: ctx.t('dataScheme.removeAsk', { name: scheme.fullName }), okText: ctx.t('dataScheme.remove'), danger: true });
    return sure && this.#write(() => this.client.remove({ params: { id: scheme.id } }));
  }

  dispose(): void {
    this.editor?.dispose();
  }

  /** Nothing when it cannot be counted now; the question is asked all the same. */
  private async effectOf(on: boolean): Promise<SchemePreview | undefined> {
    try {
      const body = { userId: this.example?.id ?? '', isDataAuthorize: on ? (1 as const) : (0 as const) };
      return (await this.client.preview({ params: { moduleId: this.menu.id }, body }, { quiet: true })).data;
    } catch {
      return undefined;
    }
  }

  async #write(act: () => Promise<{ readonly msg: string }>): Promise<boolean> {
    if (this.busy) return false;
    runInAction(() => {
      this.busy = true;
    });
    try {
      const { msg } = await act();
      this.ctx.toast.success(msg);
      await this.load();
      return true;
    } catch {
      // The call has shown its refusal.
      return false;
    } finally {
      runInAction(() => {
        this.busy = false;
      });
    }
  }
}

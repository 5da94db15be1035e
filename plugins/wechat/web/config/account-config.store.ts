import { ApiError, type WebContext } from '@nephra/plugin-sdk/web';
import { type FormItem, FormStore, type SaveAct } from '@nephra/plugin-sdk/widgets';
import { makeObservable, observable, observableRef, runInAction } from 'mobx';
import type { AccountTestReply } from '../../contract/account/account-parts.ts';

/** What the settings of every account say. */
export interface AccountView {
  readonly gateway: string;
  readonly gatewayListed: 0 | 1;
  /** 0: nothing was saved yet. */
  readonly version: number;
}

/** How an account is read, saved and tested. */
export interface AccountCalls<View extends AccountView, Form extends object> {
  readonly read: () => Promise<{ readonly data: View }>;
  readonly save: (values: Form, view: View, act: SaveAct) => Promise<{ readonly data: View }>;
  readonly test: () => Promise<{ readonly data: AccountTestReply }>;
  readonly formOf: (view: View) => Form;
  readonly fields: (view: View | null) => readonly FormItem<Form>[];
  /** What is said when it was saved. */
  readonly saved: string;
  /** Refusal of a save after somebody else's. */
  readonly staleError: string;
}

type Loading = { readonly kind: 'loading' } | { readonly kind: 'failed'; readonly error: unknown } | { readonly kind: 'ready' };

/** An account as it is set up, and how the last test went. */
export class AccountConfigStore<View extends AccountView, Form extends object> {
  loading: Loading = { kind: 'loading' };
  view: View | null = null;
  /** Somebody else saved since it was read. */
  stale = false;
  tested: AccountTestReply | null = null;
  testFailed: unknown = null;
  form: FormStore<Form> | null = null;

  constructor(
    private readonly ctx: WebContext,
    private readonly calls: AccountCalls<View, Form>,
  ) {
    makeObservable(this, {
      ...{ loading: observableRef, view: observableRef, form: observableRef, tested: observableRef, testFailed: observableRef, stale: observable },
    });
  }

  load = async (): Promise<void> => {
    try {
      this.show((await this.calls.read()).data);
      this.set({ loading: { kind: 'ready' } });
    } catch (error) {
      this.set({ loading: { kind: 'failed', error } });
    }
  };

  save = async (): Promise<void> => {
    const { form, view } = this;
    if (!form || !view) return;
    const outcome = await form.submit((values, act) => this.calls.save(values, view, act));
    if (outcome.kind === 'refused') this.set({ stale: outcome.error instanceof ApiError && outcome.error.error === this.calls.staleError });
    if (outcome.kind !== 'saved') return;
    this.ctx.toast.success(this.calls.saved);
    this.show(outcome.result.data);
  };

  test = async (): Promise<void> => {
    this.set({ tested: null, testFailed: null });
    try {
      const { data } = await this.calls.test();
      this.set({ tested: data });
    } catch (error) {
      this.set({ testFailed: error });
    }
  };

  dispose(): void {
    this.form?.dispose();
  }

  private set(change: Partial<Pick<AccountConfigStore<View, Form>, 'loading' | 'stale' | 'tested' | 'testFailed'>>): void {
    runInAction(() => Object.assign(this, change));
  }

  private show(view: View): void {
    const { formOf, fields } = this.calls;
    runInAction(() => {
      this.view = view;
      this.stale = false;
      if (this.form) this.form.reset(formOf(view));
      else this.form = new FormStore<Form>({ fields: () => [...fields(this.view)], initial: formOf(view) });
    });
  }
}

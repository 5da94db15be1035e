import { ApiError, type Client, createClient, type WebContext } from '@nephra/plugin-sdk/web';
import { type FormItem, FormStore } from '@nephra/plugin-sdk/widgets';
import { makeObservable, observable, observableRef, runInAction } from 'mobx';
import { publicConfigContract, type PublicConfigView, type PublicTestReply } from '../../../contract/public/public-config.contract.ts';
import {
  AES_KEY_LENGTH,
  MAX_APP_ID,
  MAX_APP_SECRET,
  MAX_CALLBACK_TOKEN,
  MAX_TEMPLATE_FIELD,
  MAX_TEMPLATE_ID,
  TEMPLATE_KINDS,
  type TemplateKind,
} from '../../../contract/public/public-limits.ts';
import { MAX_BASE_ADDRESS } from '../../../contract/work/work-limits.ts';

export interface MpConfigForm {
  readonly appId: string;
  readonly secret: string;
  readonly gateway: string;
  readonly siteAddress: string;
  readonly token: string;
  readonly aesKey: string;
  readonly receiveOn: boolean;
  readonly messageOn: boolean;
  readonly reminderUrl: string;
  readonly templateKind: TemplateKind;
  readonly templateId: string;
  readonly templateField: string;
}

const formOf = (view: PublicConfigView): MpConfigForm => ({
  ...{ appId: view.appId, secret: '', token: '', aesKey: '', gateway: view.gateway, siteAddress: view.siteAddress, reminderUrl: view.reminderUrl },
  ...{ templateKind: view.templateKind, templateId: view.templateId, templateField: view.templateField },
  ...{ receiveOn: view.receiveOn === 1, messageOn: view.messageOn === 1 },
});

type Loading = { readonly kind: 'loading' } | { readonly kind: 'failed'; readonly error: unknown } | { readonly kind: 'ready' };

/** The public account as it is set up, and how the last test went. */
export class MpConfigStore {
  loading: Loading = { kind: 'loading' };
  view: PublicConfigView | null = null;
  /** Somebody else saved since it was read. */
  stale = false;
  tested: PublicTestReply | null = null;
  testFailed: unknown = null;
  form: FormStore<MpConfigForm> | null = null;
  private readonly client: Client<typeof publicConfigContract.routes>;

  constructor(
    private readonly ctx: WebContext,
    private readonly mayEdit: boolean,
  ) {
    this.client = createClient(publicConfigContract, ctx.http);
    makeObservable(this, {
      ...{ loading: observableRef, view: observableRef, form: observableRef, tested: observableRef, testFailed: observableRef, stale: observable },
    });
  }

  load = async (): Promise<void> => {
    try {
      const { data } = await this.client.read({}, { quiet: true });
      this.show(data);
      this.set({ loading: { kind: 'ready' } });
    } catch (error) {
      this.set({ loading: { kind: 'failed', error } });
    }
  };

  save = async (): Promise<void> => {
    const { form, view } = this;
    if (!form || !view) return;
    const outcome = await form.submit(({ secret, token, aesKey, receiveOn, messageOn, ...rest }, act) => {
      const typed = Object.fromEntries(Object.entries({ secret, token, aesKey }).flatMap(([name, text]) => (text.trim() === '' ? [] : [[name, text.trim()]])));
      const body = { ...rest, ...typed, receiveOn: receiveOn ? (1 as const) : (0 as const), messageOn: messageOn ? (1 as const) : (0 as const) };
      return this.client.save({ body: { ...body, version: view.version } }, { ...act, quiet: true });
    });
    if (outcome.kind === 'refused') this.set({ stale: outcome.error instanceof ApiError && outcome.error.error === 'wechat.mp-config-stale' });
    if (outcome.kind !== 'saved') return;
    this.ctx.toast.success(this.ctx.t('mpConfig.saved'));
    this.show(outcome.result.data);
  };

  test = async (): Promise<void> => {
    this.set({ tested: null, testFailed: null });
    try {
      const { data } = await this.client.test({}, { quiet: true });
      this.set({ tested: data });
    } catch (error) {
      this.set({ testFailed: error });
    }
  };

  dispose(): void {
    this.form?.dispose();
  }

  private set(change: Partial<Pick<MpConfigStore, 'loading' | 'stale' | 'tested' | 'testFailed'>>): void {
    runInAction(() => Object.assign(this, change));
  }

  private show(view: PublicConfigView): void {
    runInAction(() => {
      this.view = view;
      this.stale = false;
      if (this.form) this.form.reset(formOf(view));
      else this.form = new FormStore<MpConfigForm>({ fields: () => this.fields(), initial: formOf(view) });
    });
  }

  private fields(): FormItem<MpConfigForm>[] {
    const t = (key: string) => this.ctx.t(`mpConfig.${key}`);
    const disabled = !this.mayEdit;
    const secret = (name: 'secret' | 'token' | 'aesKey', set: 0 | 1 | undefined, maxLength: number): FormItem<MpConfigForm> => ({
      ...{ kind: 'password', name, label: t(name), help: t(`${name}Help`), maxLength, disabled, autoComplete: 'new-password' },
      placeholder: t(set === 1 ? 'kept' : 'none'),
    });
    const visible = ({ templateKind }: MpConfigForm): boolean => templateKind !== 'none';
    return [
      { kind: 'group', label: t('account') },
      { kind: 'text', name: 'appId', label: t('appId'), help: t('appIdHelp'), maxLength: MAX_APP_ID, disabled },
      secret('secret', this.view?.secretSet, MAX_APP_SECRET),
      { kind: 'text', name: 'gateway', label: t('gateway'), help: t('gatewayHelp'), required: true, maxLength: MAX_BASE_ADDRESS, disabled },
      { kind: 'group', label: t('callback') },
      { kind: 'switch', name: 'receiveOn', label: t('receiveOn'), disabled },
      { kind: 'text', name: 'siteAddress', label: t('siteAddress'), help: t('siteAddressHelp'), maxLength: MAX_BASE_ADDRESS, disabled },
      secret('token', this.view?.tokenSet, MAX_CALLBACK_TOKEN),
      secret('aesKey', this.view?.aesKeySet, AES_KEY_LENGTH),
      { kind: 'group', label: t('reminder') },
      { kind: 'switch', name: 'messageOn', label: t('messageOn'), disabled },
      { kind: 'text', name: 'reminderUrl', label: t('reminderUrl'), help: t('reminderUrlHelp'), maxLength: MAX_BASE_ADDRESS, disabled },
      {
        ...{ kind: 'select', name: 'templateKind', label: t('templateKind'), disabled },
        options: TEMPLATE_KINDS.map((value) => ({ value, text: t(`templateKinds.${value}`) })),
      },
      { kind: 'text', name: 'templateId', label: t('templateId'), maxLength: MAX_TEMPLATE_ID, visible, disabled },
      { kind: 'text', name: 'templateField', label: t('templateField'), help: t('templateFieldHelp'), maxLength: MAX_TEMPLATE_FIELD, visible, disabled },
    ];
  }
}

import { ApiError, type Client, createClient, type WebContext } from '@nephra/plugin-sdk/web';
import { type FormItem, FormStore } from '@nephra/plugin-sdk/widgets';
import { makeObservable, observable, observableRef, runInAction } from 'mobx';
import { type WorkConfigView, workConfigContract, type WorkTestReply } from '../../contract/work/work-config.contract.ts';
import { MAX_AGENT_ID, MAX_BASE_ADDRESS, MAX_CORP_ID, MAX_WORK_SECRET, MIN_AGENT_ID } from '../../contract/work/work-limits.ts';

export interface ConfigForm {
  readonly corpId: string;
  readonly agentId: number | null;
  readonly secret: string;
  readonly gateway: string;
  readonly loginPage: string;
  readonly siteAddress: string;
  readonly scanOn: boolean;
  readonly messageOn: boolean;
}

const formOf = ({ corpId, agentId, gateway, loginPage, siteAddress, scanOn, messageOn }: WorkConfigView): ConfigForm => ({
  ...{ corpId, agentId: agentId === 0 ? null : agentId, secret: '', gateway, loginPage, siteAddress, scanOn: scanOn === 1, messageOn: messageOn === 1 },
});

type Loading = { readonly kind: 'loading' } | { readonly kind: 'failed'; readonly error: unknown } | { readonly kind: 'ready' };

/** The work account as it is set up, and how the last test went. */
export class ConfigStore {
  loading: Loading = { kind: 'loading' };
  view: WorkConfigView | null = null;
  /** Somebody else saved since it was read. */
  stale = false;
  testing = false;
  tested: WorkTestReply | null = null;
  testFailed: unknown = null;
  form: FormStore<ConfigForm> | null = null;
  private readonly client: Client<typeof workConfigContract.routes>;

  constructor(
    private readonly ctx: WebContext,
    private readonly mayEdit: boolean,
  ) {
    this.client = createClient(workConfigContract, ctx.http);
    makeObservable(this, {
      ...{ loading: observableRef, view: observableRef, form: observableRef, tested: observableRef, testFailed: observableRef },
      ...{ stale: observable, testing: observable },
    });
  }

  load = async (): Promise<void> => {
    try {
      const { data } = await this.client.read({}, { quiet: true });
      this.show(data);
      runInAction(() => {
        this.loading = { kind: 'ready' };
      });
    } catch (error) {
      runInAction(() => {
        this.loading = { kind: 'failed', error };
      });
    }
  };

  save = async (): Promise<void> => {
    const { form, view } = this;
    if (!form || !view) return;
    const outcome = await form.submit(({ secret, agentId, scanOn, messageOn, ...rest }, act) =>
      this.client.save(
        {
          body: {
            ...{ ...rest, agentId: agentId ?? 0, scanOn: scanOn ? 1 : 0, messageOn: messageOn ? 1 : 0, version: view.version },
            ...(secret.trim() !== '' && { secret: secret.trim() }),
          },
        },
        { ...act, quiet: true },
      ),
    );
    if (outcome.kind === 'refused') {
      runInAction(() => {
        this.stale = outcome.error instanceof ApiError && outcome.error.error === 'wechat.config-stale';
      });
      return;
    }
    if (outcome.kind !== 'saved') return;
    this.ctx.toast.success(this.ctx.t('config.saved'));
    this.show(outcome.result.data);
  };

  test = async (): Promise<void> => {
    if (this.testing) return;
    runInAction(() => {
      this.testing = true;
      this.tested = null;
      this.testFailed = null;
    });
    try {
      const { data } = await this.client.test({}, { quiet: true });
      runInAction(() => {
        this.tested = data;
        this.testing = false;
      });
    } catch (error) {
      runInAction(() => {
        this.testFailed = error;
        this.testing = false;
      });
    }
  };

  dispose(): void {
    this.form?.dispose();
  }

  private show(view: WorkConfigView): void {
    runInAction(() => {
      this.view = view;
      this.stale = false;
      if (this.form) this.form.reset(formOf(view));
      else this.form = new FormStore<ConfigForm>({ fields: () => this.fields(), initial: formOf(view) });
    });
  }

  private fields(): FormItem<ConfigForm>[] {
    const { t } = this.ctx;
    const disabled = !this.mayEdit;
    const kept = this.view?.secretSet === 1;
    return [
      { kind: 'group', label: t('config.groups.account') },
      { kind: 'text', name: 'corpId', label: t('config.corpId'), help: t('config.corpIdHelp'), maxLength: MAX_CORP_ID, disabled },
      { kind: 'number', name: 'agentId', label: t('config.agentId'), min: MIN_AGENT_ID, max: MAX_AGENT_ID, disabled },
      {
        ...{ kind: 'password', name: 'secret', label: t('config.secret'), help: t('config.secretHelp'), maxLength: MAX_WORK_SECRET, disabled },
        ...{ placeholder: t(kept ? 'config.secretSet' : 'config.secretNone'), autoComplete: 'new-password' },
      },
      { kind: 'group', label: t('config.groups.addresses') },
      { kind: 'text', name: 'gateway', label: t('config.gateway'), help: t('config.gatewayHelp'), required: true, maxLength: MAX_BASE_ADDRESS, disabled },
      { kind: 'text', name: 'loginPage', label: t('config.loginPage'), help: t('config.loginPageHelp'), required: true, maxLength: MAX_BASE_ADDRESS, disabled },
      { kind: 'text', name: 'siteAddress', label: t('config.siteAddress'), help: t('config.siteAddressHelp'), maxLength: MAX_BASE_ADDRESS, disabled },
      { kind: 'group', label: t('config.groups.uses') },
      { kind: 'switch', name: 'scanOn', label: t('config.scanOn'), disabled },
      { kind: 'switch', name: 'messageOn', label: t('config.messageOn'), disabled },
    ];
  }
}

import { ApiError, type Client, createClient, type WebContext } from '@nephra/plugin-sdk/web';
import { FormStore } from '@nephra/plugin-sdk/widgets';
import { makeObservable, observable, observableRef, runInAction } from 'mobx';
import { type Administrator, type ConfigView, configContract } from '../../contract/config/config.contract.ts';
import { MAX_ADMINISTRATORS, TEXT_LENGTHS } from '../../contract/config/config-limits.ts';
import { fieldsOf, namesIn, SECTIONS, type Section } from './config-fields.ts';
import { changesOf, type ConfigForm, formOf } from './config-form.ts';

type Loading = { readonly kind: 'loading' } | { readonly kind: 'failed'; readonly error: unknown } | { readonly kind: 'ready' };

interface OpenSection {
  readonly form: FormStore<ConfigForm>;
  /** What the form began with: only what differs is sent. */
  base: ConfigForm;
}

/** State of the page of configuration: a form for each part, saved apart from the others. */
export class ConfigStore {
  loading: Loading = { kind: 'loading' };
  view: ConfigView | null = null;
  /** Part whose change came too late: somebody else saved since it was read. */
  stale = false;
  /** How the last test message went; null: none was sent, or one is on its way. */
  tested: { readonly sent: boolean; readonly text: string } | null = null;
  readonly mailTest: FormStore<{ to: string }>;
  readonly people: FormStore<{ adminIds: readonly string[] }>;
  administrators: readonly Administrator[] = [];
  private readonly open: Partial<Record<Section, OpenSection>> = {};
  private readonly client: Client<typeof configContract.routes>;

  constructor(
    private readonly ctx: WebContext,
    private readonly may: { readonly edit: boolean; readonly admin: boolean },
  ) {
    this.client = createClient(configContract, ctx.http);
    const { t } = ctx;
    this.mailTest = new FormStore<{ to: string }>({
      fields: () => [{ kind: 'text', name: 'to', label: t('config.testTo'), help: t('config.testHelp'), maxLength: TEXT_LENGTHS.emailAccount }],
      initial: { to: '' },
    });
    this.people = new FormStore<{ adminIds: readonly string[] }>({
      fields: () => [
        {
          kind: 'user',
          name: 'adminIds',
          label: t('config.administrators'),
          help: t('config.administratorsHelp', { max: MAX_ADMINISTRATORS }),
          multiple: true,
          required: true,
          names: this.administrators.map(({ id, realName, account }) => ({ id, fullName: `${realName}/${account}` })),
          span: 2,
        },
      ],
      initial: { adminIds: [] },
    });
    makeObservable(this, {
      loading: observableRef,
      view: observableRef,
      stale: observable,
      tested: observableRef,
      administrators: observableRef,
    });
  }

  async load(): Promise<void> {
    runInAction(() => {
      this.loading = { kind: 'loading' };
    });
    try {
      const [{ data: view }, people] = await Promise.all([
        this.client.read({}, { quiet: true }),
        this.may.admin ? this.client.administrators({}, { quiet: true }) : undefined,
      ]);
      runInAction(() => {
        this.showPeople(people?.data ?? []);
        this.view = view;
        for (const section of SECTIONS) this.show(section, view);
        this.loading = { kind: 'ready' };
      });
    } catch (error) {
      runInAction(() => {
        this.loading = { kind: 'failed', error };
      });
    }
  }

  formOf(section: Section): FormStore<ConfigForm> | undefined {
    return this.open[section]?.form;
  }

  async save(section: Section): Promise<void> {
    const open = this.open[section];
    if (!open) return;
    const { form } = open;
    const outcome = await form.submit((values) =>
      this.client.save({ body: { ...this.changed(section, values, open.base), revision: this.view?.revision ?? 0 } }, { quiet: true }),
    );
    if (outcome.kind === 'refused') {
      runInAction(() => {
        this.stale = outcome.error instanceof ApiError && outcome.error.error === 'system.config-stale';
      });
      return;
    }
    if (outcome.kind !== 'saved') return;
    const { data: view, msg } = outcome.result;
    this.ctx.toast.success(msg);
    runInAction(() => {
      this.stale = false;
      this.view = view;
      for (const one of SECTIONS) this.show(one, view, one === section);
    });
  }

  /** Reads what somebody else saved; what was typed here stays. */
  async readAgain(): Promise<void> {
    if (this.loading.kind !== 'ready') return await this.load();
    const { data: view } = await this.client.read({});
    runInAction(() => {
      this.stale = false;
      this.view = view;
      for (const section of SECTIONS) this.show(section, view);
    });
  }

  async sendTest(): Promise<void> {
    const mail = this.formOf('mail');
    if (!mail) return;
    runInAction(() => {
      this.tested = null;
    });
    const { emailSmtpHost, emailSmtpPort, emailAccount, emailPassword, emailSenderName, emailSsl } = mail.values;
    const to = this.mailTest.values.to.trim();
    const settings = { emailSmtpHost, emailSmtpPort, emailAccount, emailPassword, emailSenderName, emailSsl: emailSsl ? 1 : 0 };
    try {
      const { msg } = await this.client.testMail({ body: { ...settings, ...(to !== '' && { to }) } }, { quiet: true });
      runInAction(() => {
        this.tested = { sent: true, text: msg };
      });
    } catch (error) {
      const text = error instanceof ApiError ? error.fields[0]?.msg || error.message : this.ctx.t('config.testFailed');
      runInAction(() => {
        this.tested = { sent: false, text };
      });
    }
  }

  async savePeople(): Promise<void> {
    const outcome = await this.people.submit(({ adminIds }) => this.client.setAdministrators({ body: { adminIds: [...adminIds] } }, { quiet: true }));
    if (outcome.kind !== 'saved') return;
    this.ctx.toast.success(outcome.result.msg);
    runInAction(() => this.showPeople(outcome.result.data));
  }

  dispose(): void {
    for (const section of SECTIONS) this.open[section]?.form.dispose();
    this.mailTest.dispose();
    this.people.dispose();
  }

  private showPeople(people: readonly Administrator[]): void {
    this.administrators = people;
    this.people.reset({ adminIds: people.map(({ id }) => id) });
  }

  private changed(section: Section, values: ConfigForm, base: ConfigForm) {
    const names = namesIn(section);
    const only = Object.fromEntries(names.map((name) => [name, values[name]]));
    return changesOf({ ...base, ...only }, base);
  }

  /** @param anew what was typed is saved and goes; else it stays above what was read */
  private show(section: Section, view: ConfigView, anew = false): void {
    const base = formOf(view);
    const before = this.open[section];
    if (!before) {
      const form = new FormStore<ConfigForm>({ fields: () => fieldsOf(section, this.ctx, this.view ?? view, this.may.edit), initial: base });
      this.open[section] = { form, base };
      return;
    }
    const typed = Object.entries(before.form.values).filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(before.base[name as keyof ConfigForm]));
    before.form.reset(base);
    if (!anew && typed.length > 0) before.form.setValues(Object.fromEntries(typed));
    before.base = base;
  }
}

import { ActGroup, createClient, type WebContext } from '@nephra/plugin-sdk/web';
import { FormStore, ListStore, type SaveAct } from '@nephra/plugin-sdk/widgets';
import { action, makeObservable, observableRef, runInAction } from 'mobx';
import { type BackupRow, type BackupSettings, type BackupStatus, backupContract, downloadAddress } from '../../contract/backup/backup.contract.ts';
import { MAX_KEPT, MAX_PASSPHRASE } from '../../contract/backup/backup-limits.ts';
import { cronItem } from './cron-item.tsx';

export interface BackupFilter {
  readonly keyword: string;
  readonly state: string;
}

/** The settings as a form has them. */
export interface SettingsForm {
  readonly enabled: boolean;
  readonly cron: string;
  readonly withFiles: boolean;
  readonly verifyAfter: boolean;
  readonly keepDays: number | null;
  readonly keepWeeks: number | null;
  readonly keepMonths: number | null;
  readonly passphrase: string;
}

/** While something is under way its progress is read again and again; otherwise only now and then, for what the timetable begins. */
export const READ_EVERY_MS = 2_000;
const LOOK_EVERY_READS = 15;

const flag = (value: boolean): 0 | 1 => (value ? 1 : 0);

/** Backups, what is under way, and how they are made. */
export class BackupStore {
  readonly list: ListStore<BackupRow, BackupFilter>;
  status: BackupStatus | null = null;
  /** The settings, while their dialog is open. */
  form: FormStore<SettingsForm> | null = null;
  /** The one whose verification is shown. */
  shown: BackupRow | null = null;
  private version = 0;
  private looks = 0;
  private readonly client;
  private readonly acts = new ActGroup({}, 'data.backup');

  constructor(private readonly ctx: WebContext) {
    this.client = createClient(backupContract, ctx.http);
    this.list = new ListStore<BackupRow, BackupFilter>({
      rowKey: 'id',
      load: ({ currentPage, pageSize, keyword, state }, signal) =>
        this.client.list({ query: { currentPage, pageSize, ...(keyword && { keyword }), ...(state && { state }) } }, { signal, quiet: true }),
    });
    makeObservable(this, {
      status: observableRef,
      form: observableRef,
      shown: observableRef,
      show: action,
      closeSettings: action,
    });
  }

  /** Age, timetable, and what is under way; when that has ended the list is read again. */
  readStatus = async (): Promise<void> => {
    try {
      const { data } = await this.client.status({}, { quiet: true, background: true });
      const ended = this.status?.run && data.run?.runId !== this.status.run.runId;
      runInAction(() => {
        this.status = data;
      });
      if (ended) await this.list.reload();
    } catch {
      // What was read last stays; the list beside it tells when the server does not answer.
    }
  };

  /** Called again and again as long as somebody looks at the page. */
  look = async (): Promise<void> => {
    const due = this.looks % LOOK_EVERY_READS === 0;
    this.looks += 1;
    if (due || this.status?.run) await this.readStatus();
  };

  /** One is made at a time. Without a passphrase the server refuses; the page says so and where to set one. */
  get mayStart(): boolean {
    const { run, passphrase } = this.status ?? {};
    return run == null && passphrase !== 'none' && passphrase !== 'unreadable';
  }

  start = (): Promise<void> => this.act('*', 'start', (options) => this.client.start({}, options));
  verify = ({ id }: BackupRow): Promise<void> => this.act(id, 'verify', (options) => this.client.verify({ params: { id } }, options));
  remove = ({ id }: BackupRow): Promise<void> => this.act(id, 'remove', (options) => this.client.remove({ params: { id } }, options));
  cancel = async (): Promise<void> => {
    const runId = this.status?.run?.runId;
    if (runId) await this.act('*', 'cancel', (options) => this.client.cancel({ body: { runId } }, options));
  };

  /** By an address that is good once: the file may be larger than the memory of the browser. */
  download = async ({ id }: BackupRow): Promise<void> => {
    const { data } = await this.ctx.http.call(downloadAddress, { params: { id } });
    const { name, url } = data as unknown as { readonly name: string; readonly url: string };
    Object.assign(document.createElement('a'), { href: this.ctx.http.fileUrl(url), download: name }).click();
  };

  show = (row: BackupRow | null): void => {
    this.shown = row;
  };

  openSettings = async (): Promise<void> => {
    const { data } = await this.client.settings({});
    runInAction(() => {
      this.version = data.version;
      this.form = this.formOf(data);
    });
  };

  closeSettings = (): void => {
    this.form?.dispose();
    this.form = null;
  };

  saveSettings = async (form: SettingsForm, act: SaveAct): Promise<void> => {
    const { enabled, withFiles, verifyAfter, cron, keepDays, keepWeeks, keepMonths, passphrase } = form;
    const body = {
      enabled: flag(enabled),
      cron,
      withFiles: flag(withFiles),
      verifyAfter: flag(verifyAfter),
      // The form asks for them before it saves.
      keepDays: keepDays ?? 1,
      keepWeeks: keepWeeks ?? 0,
      keepMonths: keepMonths ?? 0,
      passphrase,
      version: this.version,
    };
    const { msg } = await this.client.saveSettings({ body }, { ...act, quiet: true });
    this.ctx.toast.success(msg);
    await this.readStatus();
  };

  dispose(): void {
    this.list.dispose();
    this.form?.dispose();
  }

  private formOf(settings: BackupSettings): FormStore<SettingsForm> {
    const { t } = this.ctx;
    const fixed = this.status?.passphrase === 'environment';
    const kept = (name: 'keepDays' | 'keepWeeks' | 'keepMonths', min: number, max: number) => ({
      kind: 'number' as const,
      name,
      label: t(`backup.${name}`),
      required: true,
      min,
      max,
    });
    return new FormStore<SettingsForm>({
      fields: () => [
        { kind: 'switch', name: 'enabled', label: t('backup.enabled') },
        { kind: 'switch', name: 'withFiles', label: t('backup.withFiles') },
        cronItem(t('backup.cron')),
        { kind: 'switch', name: 'verifyAfter', label: t('backup.verifyAfter') },
        { kind: 'group', label: t('backup.keep') },
        kept('keepDays', 1, MAX_KEPT.days),
        kept('keepWeeks', 0, MAX_KEPT.weeks),
        kept('keepMonths', 0, MAX_KEPT.months),
        ...(fixed
          ? []
          : ([
              { kind: 'group', label: t('backup.seal') },
              {
                kind: 'password',
                name: 'passphrase',
                label: t('backup.passphrase'),
                maxLength: MAX_PASSPHRASE,
                span: 2,
                placeholder: t(this.status?.passphrase === 'kept' ? 'backup.passphraseKept' : 'backup.passphraseNew'),
              },
            ] as const)),
      ],
      initial: {
        enabled: settings.enabled === 1,
        cron: settings.cron,
        withFiles: settings.withFiles === 1,
        verifyAfter: settings.verifyAfter === 1,
        keepDays: settings.keepDays,
        keepWeeks: settings.keepWeeks,
        keepMonths: settings.keepMonths,
        passphrase: '',
      },
    });
  }

  private async act(subject: string, name: string, send: Parameters<ActGroup['run']>[2]): Promise<void> {
    const end = await this.acts.run(subject, name, send);
    if (end.kind !== 'done') return;
    this.ctx.toast.success((end.answer as { readonly msg: string }).msg);
    await this.readStatus();
    await this.list.reload();
  }
}

import { createClient, type WebContext } from '@nephra/plugin-sdk/web';
import { FormStore, ListStore } from '@nephra/plugin-sdk/widgets';
import { action, makeObservable, observableRef, reaction, runInAction } from 'mobx';
import { type ConnectionRow, connectionContract, type RegionRow } from '../../contract/index.ts';
import { ChecklistStore } from '../parts/checklist.store.ts';
import { bodyOf, type ConnectionForm, connectionFields, formOf } from './connection.form.ts';

/** Which facility reaches which platform, and whether it works. */
export class SetupStore {
  readonly list: ListStore<ConnectionRow>;
  regions: readonly RegionRow[] = [];
  editing: { readonly row: ConnectionRow; readonly form: FormStore<ConnectionForm> } | null = null;
  private readonly ctx: WebContext;
  private readonly client;
  private endWatch: () => void = () => undefined;
  private readonly checks = new Map<string, ChecklistStore>();

  constructor(ctx: WebContext) {
    this.ctx = ctx;
    this.client = createClient(connectionContract, ctx.http);
    this.list = new ListStore<ConnectionRow>({
      rowKey: 'orgId',
      load: async (_query, signal) => {
        const options = { signal, quiet: true };
        const [connections, regions] = await Promise.all([this.client.list({}, options), this.client.regions({}, options)]);
        runInAction(() => {
          this.regions = regions.data.list;
        });
        return connections;
      },
    });
    makeObservable(this, { regions: observableRef, editing: observableRef, edit: action, close: action });
  }

  checklist(orgId: string): ChecklistStore {
    const found = this.checks.get(orgId) ?? new ChecklistStore(this.ctx, orgId);
    this.checks.set(orgId, found);
    return found;
  }

  edit(row: ConnectionRow): void {
    const form: FormStore<ConnectionForm> = new FormStore<ConnectionForm>({
      // Secrets are typed here: nothing of it is kept as a draft.
      fields: () => connectionFields(this.ctx.t, this.ctx.language, row, this.regions, form.values.region),
      initial: formOf(row, this.regions),
    });
    this.endWatch = reaction(
      () => form.values.region,
      (code, before) => this.propose(form, code, before),
    );
    this.editing = { row, form };
  }

  close(): void {
    this.endWatch();
    this.editing?.form.dispose();
    this.editing = null;
  }

  save = async (values: ConnectionForm): Promise<ConnectionRow> => {
    const { editing } = this;
    if (!editing) throw new Error('no connection is being edited');
    const region = this.regions.find((one) => one.code === values.region);
    const { data } = await this.client.save({ params: { orgId: editing.row.orgId }, body: bodyOf(values, editing.row, region) }, { quiet: true });
    return data;
  };

  saved = async (row: ConnectionRow): Promise<void> => {
    this.ctx.toast.success(this.ctx.t('setup.saved', { name: row.orgName }));
    await this.list.reload();
    if (row.enabled) void this.checklist(row.orgId).run();
  };

  dispose(): void {
    this.list.dispose();
    this.close();
  }

  /** A region brings its usual address; what was typed stays. */
  private propose(form: FormStore<ConnectionForm>, code: string, before: string): void {
    const usual = (region: string) => this.regions.find((one) => one.code === region)?.defaultBaseUrl ?? '';
    const { baseUrl } = form.values;
    if (baseUrl === '' || baseUrl === usual(before)) form.set('baseUrl', usual(code));
  }
}

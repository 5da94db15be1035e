import { ActGroup, type Client, createClient, type WebContext } from '@nephra/plugin-sdk/web';
import { FormStore, ListStore, type SaveAct } from '@nephra/plugin-sdk/widgets';
import { action, makeObservable, observable, observableRef, runInAction } from 'mobx';
import { MAX_WORK_USER_ID } from '../../contract/work/work-limits.ts';
import { type WorkMatch, workPeopleContract, type WorkPersonRow } from '../../contract/work/work-people.contract.ts';

export interface PeopleFilter {
  readonly keyword: string;
  readonly bound: '' | 'yes' | 'no';
}

export interface Matching {
  readonly page: number;
  readonly state: 'asking' | 'failed' | 'told';
  readonly error: unknown;
  readonly asked: number;
  readonly total: number;
  readonly matches: readonly WorkMatch[];
}

interface BindForm {
  readonly qyWxUserId: string;
}

/** Staff and their members of the work account. */
export class PeopleStore {
  readonly list: ListStore<WorkPersonRow, PeopleFilter>;
  binding: { readonly form: FormStore<BindForm>; readonly row: WorkPersonRow } | null = null;
  matching: Matching | null = null;
  bindingAll = false;
  private readonly client: Client<typeof workPeopleContract.routes>;
  private readonly acts = new ActGroup({}, 'wechat.people');

  constructor(private readonly ctx: WebContext) {
    this.client = createClient(workPeopleContract, ctx.http);
    this.list = new ListStore<WorkPersonRow, PeopleFilter>({
      rowKey: 'id',
      filter: { bound: '' },
      load: (query, signal) => this.client.list({ query }, { signal, quiet: true }),
    });
    makeObservable(this, {
      ...{ binding: observableRef, matching: observableRef, bindingAll: observable },
      ...{ askBinding: action, closeBinding: action, closeMatching: action },
    });
  }

  askBinding(row: WorkPersonRow): void {
    const { t } = this.ctx;
    const form = new FormStore<BindForm>({
      fields: () => [
        { kind: 'text', name: 'qyWxUserId', label: t('people.member'), required: true, maxLength: MAX_WORK_USER_ID, help: t('people.memberHelp') },
      ],
      initial: { qyWxUserId: row.qyWxUserId },
    });
    this.binding = { form, row };
  }

  closeBinding(): void {
    this.binding?.form.dispose();
    this.binding = null;
  }

  bind = async (body: BindForm, act: SaveAct): Promise<void> => {
    const { row } = this.binding ?? {};
    if (!row) return;
    const { msg } = await this.client.bind({ params: { id: row.id }, body }, { ...act, quiet: true });
    this.ctx.toast.success(msg);
  };

  unbind = async (row: WorkPersonRow): Promise<void> => {
    const end = await this.acts.run(row.id, ['unbind', row.qyWxUserId], (options) =>
      this.client.bind({ params: { id: row.id }, body: { qyWxUserId: '' } }, options),
    );
    if (end.kind !== 'done') return;
    this.ctx.toast.success(end.answer.msg);
    await this.list.reload();
  };

  match = async (page: number): Promise<void> => {
    const none = { page, error: null, asked: 0, total: 0, matches: [] };
    this.showMatching({ ...none, state: 'asking' });
    try {
      const { data } = await this.client.match({ body: { currentPage: page } }, { quiet: true });
      if (this.matching?.page === page) this.showMatching({ ...none, ...data, state: 'told' });
    } catch (error) {
      if (this.matching?.page === page) this.showMatching({ ...none, error, state: 'failed' });
    }
  };

  bindAll = async (): Promise<void> => {
    const { matches = [] } = this.matching ?? {};
    const rows = matches.map(({ id, qyWxUserId }) => ({ id, qyWxUserId }));
    if (rows.length === 0 || this.bindingAll) return;
    runInAction(() => {
      this.bindingAll = true;
    });
    try {
      const end = await this.acts.run('*', ['bindAll', rows], (options) => this.client.bindAll({ body: { rows } }, options));
      if (end.kind !== 'done') return;
      this.ctx.toast.success(end.answer.msg);
      this.closeMatching();
      await this.list.reload();
    } finally {
      runInAction(() => {
        this.bindingAll = false;
      });
    }
  };

  closeMatching(): void {
    this.matching = null;
  }

  dispose(): void {
    this.list.dispose();
    this.binding?.form.dispose();
  }

  private showMatching(matching: Matching): void {
    runInAction(() => {
      this.matching = matching;
    });
  }
}

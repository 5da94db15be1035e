import { type Client, createClient, type WebContext } from '@nephra/plugin-sdk/web';
import type { LoadState } from '@nephra/plugin-sdk/widgets';
import { action, makeObservable, observable, observableRef, runInAction } from 'mobx';
import { type DepartmentRow, departmentContract, type OrganizeRecord, organizeContract } from '../../contract/index.ts';
import { AdministratorsStore } from './administrators.store.ts';

export type OrganizeTab = 'facts' | 'departments' | 'administrators';

/** One organisation beside the list: its facts, its departments, its administrators. */
export class OpenOrganizeStore {
  record: OrganizeRecord | null = null;
  departments: readonly DepartmentRow[] = [];
  state: LoadState = { kind: 'idle' };
  departmentState: LoadState = { kind: 'idle' };
  tab: OrganizeTab = 'facts';
  readonly administrators: AdministratorsStore;
  private readonly client: Client<typeof organizeContract.routes>;

  constructor(
    readonly id: string,
    private readonly ctx: Pick<WebContext, 'http' | 'toast'>,
  ) {
    this.client = createClient(organizeContract, ctx.http);
    this.administrators = new AdministratorsStore(id, ctx);
    makeObservable(this, {
      record: observableRef,
      departments: observableRef,
      state: observableRef,
      departmentState: observableRef,
      tab: observable,
      show: action,
    });
  }

  async load(): Promise<void> {
    runInAction(() => {
      this.state = { kind: 'loading', first: this.record === null };
    });
    try {
      const { data } = await this.client.one({ params: { id: this.id } }, { quiet: true });
      runInAction(() => {
        this.record = data;
        this.state = { kind: 'ready' };
      });
    } catch (error) {
      runInAction(() => {
        this.state = { kind: 'failed', error };
      });
    }
  }

  async loadDepartments(): Promise<void> {
    runInAction(() => {
      this.departmentState = { kind: 'loading', first: this.departments.length === 0 };
    });
    try {
      const { data } = await createClient(departmentContract, this.ctx.http).list({ params: { id: this.id }, query: {} }, { quiet: true });
      runInAction(() => {
        this.departments = data.list;
        this.departmentState = { kind: 'ready' };
      });
    } catch (error) {
      runInAction(() => {
        this.departmentState = { kind: 'failed', error };
      });
    }
  }

  show(tab: OrganizeTab): void {
    this.tab = tab;
    if (tab === 'departments' && this.departmentState.kind === 'idle') void this.loadDepartments();
  }
}

import type { StaffNode } from '@nephra/plugin-sdk/contract';
import { type Client, createClient, type WebContext } from '@nephra/plugin-sdk/web';
import type { LoadState } from '@nephra/plugin-sdk/widgets';
import { action, compareStructural, computed, makeObservable, observableRef, runInAction } from 'mobx';
import { type OrganizeAdministrator, organizeContract } from '../../contract/index.ts';

export const ACT_FIELDS = {
  this: ['thisLayerAdd', 'thisLayerEdit', 'thisLayerDelete'],
  sub: ['subLayerAdd', 'subLayerEdit', 'subLayerDelete'],
} as const;
export type ActField = (typeof ACT_FIELDS)['this' | 'sub'][number];

/** Who administers one organisation: people, what each may do, and what was changed and not saved. */
export class AdministratorsStore {
  rows: readonly OrganizeAdministrator[] = [];
  state: LoadState = { kind: 'idle' };
  private saved: readonly OrganizeAdministrator[] = [];
  private version = 1;
  /** Roles that somebody new may give at first. */
  private readyMade: readonly string[] = [];
  private readonly client: Client<typeof organizeContract.routes>;

  constructor(
    readonly orgId: string,
    private readonly ctx: Pick<WebContext, 'http' | 'toast'>,
  ) {
    this.client = createClient(organizeContract, ctx.http);
    makeObservable<this, 'saved'>(this, {
      rows: observableRef,
      saved: observableRef,
      state: observableRef,
      dirty: computed,
      add: action,
      remove: action,
      toggle: action,
      name: action,
      reset: action,
    });
  }

  get dirty(): boolean {
    return !compareStructural(this.rows, this.saved);
  }

  async load(): Promise<void> {
    runInAction(() => {
      this.state = { kind: 'loading', first: this.rows.length === 0 };
    });
    try {
      const { data } = await this.client.administrators({ params: { id: this.orgId } }, { quiet: true });
      runInAction(() => {
        this.readyMade = data.readyMade;
        this.rows = data.list;
        this.saved = data.list;
        this.version = data.version;
        this.state = { kind: 'ready' };
      });
    } catch (error) {
      runInAction(() => {
        this.state = { kind: 'failed', error };
      });
    }
  }

  /** Whoever is new may add and edit at first, both here and below. Nobody is added twice. */
  add(people: readonly Pick<StaffNode, 'id' | 'fullName'>[]): void {
    const known = new Set(this.rows.map((row) => row.userId));
    const rows = people.flatMap((person): OrganizeAdministrator[] => (known.has(person.id) ? [] : [newAdministrator(person, this.readyMade)]));
    this.rows = [...this.rows, ...rows];
  }

  remove(userId: string): void {
    this.rows = this.rows.filter((row) => row.userId !== userId);
  }

  toggle(userId: string, field: ActField): void {
    this.rows = this.rows.map((row) => (row.userId === userId ? { ...row, [field]: row[field] === 1 ? 0 : 1 } : row));
  }

  /** Roles that the person may give. */
  name(userId: string, roleIds: readonly string[]): void {
    this.rows = this.rows.map((row) => (row.userId === userId ? { ...row, roleIds: [...roleIds].sort() } : row));
  }

  reset(): void {
    this.rows = this.saved;
  }

  /** A refusal was shown by the shell; what was chosen stays. */
  async save(): Promise<void> {
    const list = this.rows.map(({ userName: _userName, ...row }) => row);
    const { msg } = await this.client.saveAdministrators({ params: { id: this.orgId }, body: { list, version: this.version } });
    this.ctx.toast.success(msg);
    await this.load();
  }
}

const newAdministrator = ({ id, fullName }: Pick<StaffNode, 'id' | 'fullName'>, roleIds: readonly string[]): OrganizeAdministrator => ({
  userId: id,
  userName: fullName,
  thisLayerAdd: 1,
  thisLayerEdit: 1,
  thisLayerDelete: 0,
  subLayerAdd: 1,
  subLayerEdit: 1,
  subLayerDelete: 0,
  roleIds: [...roleIds],
  description: '',
});

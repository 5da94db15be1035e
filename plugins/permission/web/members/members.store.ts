import { type Client, createClient, type WebContext } from '@nephra/plugin-sdk/web';
import { ListStore } from '@nephra/plugin-sdk/widgets';
import { action, computed, makeObservable, observable, observableRef, runInAction } from 'mobx';
import { type MemberObjectType, type MemberRow, membersContract } from '../../contract/members.contract.ts';

/** What people are made members of. */
export interface MemberObjectRef {
  readonly type: MemberObjectType;
  readonly id: string;
  readonly name: string;
}

interface PeopleFilter {
  keyword: string;
}

type Side = ListStore<MemberRow, PeopleFilter>;

/** Who is a member, who is not, and what will change when it is saved. Both sides come page by page. */
export class MembersStore {
  readonly others: Side;
  readonly members: Side;
  /** Members hidden from the caller; they stay. */
  beyond = 0;
  /** People may be added; else only taken out. */
  mayAdd = true;
  saving = false;
  failure: unknown = null;
  private readonly adding = observable.map<string, MemberRow>({}, { deep: false });
  private readonly removing = observable.map<string, MemberRow>({}, { deep: false });
  private readonly client: Client<typeof membersContract.routes>;

  constructor(
    readonly object: MemberObjectRef,
    private readonly ctx: Pick<WebContext, 'http' | 'toast'>,
  ) {
    this.client = createClient(membersContract, ctx.http);
    this.others = this.side(false);
    this.members = this.side(true);
    makeObservable(this, {
      beyond: observable,
      mayAdd: observable,
      saving: observable,
      failure: observableRef,
      dirty: computed,
      added: computed,
      removed: computed,
      add: action,
      remove: action,
      undo: action,
    });
  }

  get added(): readonly MemberRow[] {
    return [...this.adding.values()];
  }

  get removed(): readonly MemberRow[] {
    return [...this.removing.values()];
  }

  get dirty(): boolean {
    return this.adding.size + this.removing.size > 0;
  }

  isChanged(row: MemberRow): boolean {
    return this.adding.has(row.id) || this.removing.has(row.id);
  }

  /** People who will join. */
  add(rows: readonly MemberRow[]): void {
    for (const row of rows) this.adding.set(row.id, row);
    this.others.clearSelection();
  }

  /** Members who will leave. */
  remove(rows: readonly MemberRow[]): void {
    for (const row of rows) this.removing.set(row.id, row);
    this.members.clearSelection();
  }

  undo(row: MemberRow): void {
    this.adding.delete(row.id);
    this.removing.delete(row.id);
  }

  /** True when it was saved. */
  async save(): Promise<boolean> {
    if (this.saving || !this.dirty) return false;
    runInAction(() => {
      this.saving = true;
      this.failure = null;
    });
    try {
      const { msg } = await this.client.change(
        { params: { objectId: this.object.id }, body: { objectType: this.object.type, add: [...this.adding.keys()], remove: [...this.removing.keys()] } },
        { quiet: true },
      );
      this.ctx.toast.success(msg);
      runInAction(() => {
        this.adding.clear();
        this.removing.clear();
      });
      return true;
    } catch (error) {
      runInAction(() => {
        this.failure = error;
      });
      return false;
    } finally {
      runInAction(() => {
        this.saving = false;
      });
    }
  }

  dispose(): void {
    this.others.dispose();
    this.members.dispose();
  }

  private side(joined: boolean): Side {
    return new ListStore<MemberRow, PeopleFilter>({
      rowKey: 'id',
      pageSize: 20,
      load: async (request, signal) => {
        const answer = await this.client.people({ params: { objectId: this.object.id }, query: { ...request, joined } }, { signal, quiet: true });
        runInAction(() => {
          this.beyond = answer.data.beyond;
          this.mayAdd = answer.data.mayAdd;
        });
        return answer;
      },
    });
  }
}

import { RULES, toPage } from '@nephra/plugin-sdk/contract';
import { ActGroup, type Client, createClient, type WebContext } from '@nephra/plugin-sdk/web';
import { FormStore, ListStore, type Picked, type SaveAct, TreeStore } from '@nephra/plugin-sdk/widgets';
import { action, makeObservable, observable, observableRef, runInAction } from 'mobx';
import { type AreaNode, type AreaRecord, areaContract } from '../../contract/index.ts';
import { AREA_TOP } from '../../contract/area/limits.ts';
import { type AreaValues, areaFields } from './area-fields.tsx';

export interface AreaForm {
  readonly form: FormStore<AreaValues>;
  /** Null: a new area. */
  readonly record: AreaRecord | null;
}

/** A row of the list: what is directly below the chosen area, or a hit of a search with its path. */
export type AreaRow = Omit<AreaNode, 'hasChildren' | 'isLeaf' | 'seeded'> & { readonly seeded: number; readonly path?: string };
/** An area of the tree; above the provinces stands the whole country. */
export type AreaBranch = Pick<AreaNode, 'id' | 'fullName' | 'enabledMark' | 'hasChildren'> & { readonly children?: readonly AreaNode[] };
type Below = ReturnType<Client<typeof areaContract.routes>['children']>;
/** More than there are provinces. */
const MAX_TOWN_CALLS = 100;
type TownList = Awaited<ReturnType<Client<typeof areaContract.routes>['towns']>>['data'];
interface Filter {
  readonly keyword: string;
}

/** State of the page of areas: their tree, branch by branch, what is below the chosen one, and the form that is open. */
export class AreaStore {
  readonly tree: TreeStore<AreaBranch>;
  readonly list: ListStore<AreaRow, Filter>;
  /** What the list shows; null: provinces. */
  chosen: AreaBranch | null = null;
  editing: AreaForm | null = null;
  /** The list of towns while it was not taken over; null: it was, or whoever looks may not. */
  towns: TownList | null = null;
  /** Provinces whose towns are here, while they are loaded. */
  townsDone: { readonly n: number; readonly of: number } | null = null;
  /** Where there is room for one side only: the list is shown. */
  detailOpen = false;
  private readonly client: Client<typeof areaContract.routes>;
  private readonly acts = new ActGroup({}, 'system.area');
  private readonly asked = new Map<string, Below>();

  constructor(private readonly ctx: WebContext) {
    this.client = createClient(areaContract, ctx.http);
    this.tree = new TreeStore<AreaBranch>({
      load: async () => {
        const { list } = (await this.below(AREA_TOP)).data;
        return { data: { list: [{ id: AREA_TOP, fullName: ctx.t('area.all'), enabledMark: 1, hasChildren: true, children: list }] } };
      },
      loadChildren: ({ id }) => this.below(id),
    });
    this.list = new ListStore<AreaRow, Filter>({
      rowKey: 'id',
      load: async ({ keyword, currentPage = 1, pageSize = 50 }, signal) => {
        const options = { signal, quiet: true };
        // In the order of codes, which needs no walk through the tree.
        if (keyword) return await this.client.list({ query: { keyword, currentPage, pageSize, sidx: 'enCode', sort: 'asc' } }, options);
        const { list } = (await this.below(this.chosen?.id ?? AREA_TOP)).data;
        const start = (currentPage - 1) * pageSize;
        return { data: toPage(list.slice(start, start + pageSize), list.length, { currentPage, pageSize }) };
      },
    });
    makeObservable(this, {
      chosen: observableRef,
      editing: observableRef,
      detailOpen: observable,
      towns: observableRef,
      townsDone: observableRef,
      choose: action,
      closeDetail: action,
      closeForm: action,
    });
  }

  choose(area: AreaBranch): void {
    this.chosen = area.id === AREA_TOP ? null : area;
    this.detailOpen = true;
    this.tree.setOpen(area.id, true);
    this.list.search({ keyword: '' });
  }

  closeDetail(): void {
    this.detailOpen = false;
  }

  create(): void {
    const { chosen } = this;
    this.open(null, { fullName: '', enCode: '', parentId: chosen?.id ?? null, enabledMark: 1, sortCode: 0, description: '' }, chosen);
  }

  async edit({ id }: AreaRow): Promise<void> {
    const { data } = await this.client.one({ params: { id } });
    const { fullName, enCode, parentId, enabledMark, sortCode, description, labels } = data;
    const above = labels?.parentId;
    const values = { fullName, enCode, parentId: parentId || null, enabledMark, sortCode, description };
    this.open(data, values, typeof above === 'string' ? { id: parentId, fullName: above } : null);
  }

  save = async (values: AreaValues, act: SaveAct): Promise<string> => {
    const record = this.editing?.record ?? null;
    const { fullName, enCode, parentId, enabledMark, sortCode, description } = values;
    const body = {
      fullName: fullName.trim(),
      enCode: enCode.trim(),
      parentId: parentId ?? '',
      enabledMark: enabledMark === 0 ? 0 : 1,
      sortCode: sortCode ?? 0,
      description,
    } as const;
    const options = { ...act, quiet: true };
    const { data, msg } = record
      ? await this.client.edit({ params: { id: record.id }, body: { ...body, version: record.version } }, options)
      : await this.client.create({ body }, options);
    this.ctx.toast.success(msg);
    return data.id;
  };

  async toggle(row: AreaRow): Promise<void> {
    await this.tell(row, ['state', row.enabledMark], (options) => this.client.state({ params: { id: row.id } }, options));
  }

  async remove(row: AreaRow): Promise<void> {
    await this.tell(row, 'remove', (options) => this.client.remove({ params: { id: row.id } }, options));
  }

  /** Shows what is there now; branches that are open stay so. */
  async refresh(): Promise<void> {
    // What is on its way was asked for before the change.
    this.asked.clear();
    await Promise.all([this.list.reload(), this.tree.reload()]);
  }

  /** Asks whether the towns are here. The page does without the answer. */
  async findTowns(): Promise<void> {
    const found = await this.client.towns({}, { quiet: true }).catch(() => undefined);
    runInAction(() => {
      this.towns = found && !found.data.taken ? found.data : null;
    });
  }

  /** Call by call, each for some provinces: how many are done is shown. */
  takeTowns = async (): Promise<void> => {
    const { date = '' } = this.towns ?? {};
    let from = 0;
    for (let calls = 0; from >= 0 && calls < MAX_TOWN_CALLS; calls += 1) {
      const end = await this.acts.run('towns', `${date}/${calls}`, (options) => this.client.takeTowns({ body: { date, from } }, options));
      if (end.kind !== 'done') break;
      const { next, of } = end.answer.data;
      from = next;
      if (next < 0) this.ctx.toast.success(end.answer.msg);
      runInAction(() => {
        this.townsDone = next > 0 ? { n: next, of } : null;
      });
    }
    runInAction(() => {
      this.townsDone = null;
    });
    await Promise.all([this.refresh(), this.findTowns()]);
  };

  closeForm(): void {
    this.editing?.form.dispose();
    this.editing = null;
  }

  dispose(): void {
    this.tree.dispose();
    this.list.dispose();
    this.closeForm();
  }

  /** What is directly below an area. The list and the branch that opens with it ask for the same: one call for both; who does not want it any more drops it. */
  private below(id: string): Below {
    const under = this.asked.get(id) ?? this.client.children({ params: { id }, query: {} }, { quiet: true });
    this.asked.set(id, under);
    const forget = () => this.asked.get(id) === under && this.asked.delete(id);
    under.then(forget, forget);
    return under;
  }

  private async tell(row: AreaRow, content: unknown, send: Parameters<ActGroup['run']>[2]): Promise<void> {
    const end = await this.acts.run(row.id, content, send);
    if (end.kind !== 'done') return;
    this.ctx.toast.success((end.answer as { readonly msg: string }).msg);
    await this.refresh();
  }

  private open(record: AreaRecord | null, initial: AreaValues, above: Picked | null): void {
    this.closeForm();
    const { ctx } = this;
    const form = new FormStore<AreaValues>({
      fields: () =>
        areaFields(ctx.t, {
          listed: record?.seeded === 1,
          above: above && { id: above.id, fullName: above.fullName },
          codeRule: (value) => (value === record?.enCode ? undefined : RULES.enCode(value)),
        }),
      initial,
      drafts: ctx.drafts,
      draftKey: record ? `area:${record.id}:${record.version}` : 'area:new',
    });
    runInAction(() => {
      this.editing = { form, record };
    });
  }
}

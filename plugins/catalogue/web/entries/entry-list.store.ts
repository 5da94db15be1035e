import { type CallOptions, createClient, type WebContext } from '@nephra/plugin-sdk/web';
import { offeredFrom, FormStore, ListStore, type NumberRange, rangeQuery, type SaveAct } from '@nephra/plugin-sdk/widgets';
import { action, makeObservable, observableRef, runInAction } from 'mobx';
import { catalogueContract } from '../../contract/catalogue-maintenance.contract.ts';
import type { EntryGroup, EntryRow, EntryWords } from '../../contract/catalogue-entry.schema.ts';
import type { EntryFacts } from '../../domain/entry-facts.ts';
import { entryFields, NO_WORDS } from './entry-fields.tsx';
import { copyOf, createBodyOf, type EntryForm, emptyEntry, factsOf, formOf } from './entry-form.ts';

export interface EntrySearch {
  keyword: string;
  drugType: EntryRow['drugType'];
  grade: '甲' | '乙' | '丙' | 'none';
  enabled: number;
  stockKept: 'yes' | 'no';
  controlClass: Exclude<EntryFacts['controlClass'], ''> | 'any';
  category: string;
  price: NumberRange;
  planned: 'yes' | 'no';
}

/** What the dialog is about. */
export interface EditedEntry {
  readonly form: FormStore<EntryForm>;
  /** Null: a new one. */
  readonly row: EntryRow | null;
  /** The entry that a new one was copied from. */
  readonly copiedFrom: EntryRow | null;
}

/** How many entries one adjustment takes (contract: MAX_ADJUSTED). */
const MAX_IDS = 2000;
const ID_PAGE = 500;

/** One list of the catalogue: its rows, the dialog for an entry. */
export class EntryListStore {
  readonly group: EntryGroup;
  readonly list: ListStore<EntryRow, EntrySearch>;
  words: EntryWords = NO_WORDS;
  edited: EditedEntry | null = null;
  private readonly ctx: WebContext;
  private readonly client;

  constructor(ctx: WebContext, group: EntryGroup) {
    this.ctx = ctx;
    this.group = group;
    this.client = createClient(catalogueContract, ctx.http);
    this.list = new ListStore<EntryRow, EntrySearch>({
      rowKey: 'drugId',
      load: (request, signal) => this.client.entries({ query: this.queryOf(request) }, { signal, quiet: true }),
    });
    makeObservable(this, { words: observableRef, edited: observableRef, begin: action, end: action });
  }

  private queryOf<Request extends Partial<EntrySearch>>({ stockKept, planned, price, ...rest }: Request) {
    return {
      group: this.group,
      ...rest,
      ...(stockKept ? { stockKept: stockKept === 'yes' } : {}),
      ...rangeQuery(price, 'priceFrom', 'priceTo'),
      ...(planned === 'yes' ? { planned: true } : {}),
    };
  }

  /** The search values that say something. */
  private filled(): Partial<EntrySearch> {
    return Object.fromEntries(Object.entries(this.list.filter).filter(([, value]) => value !== undefined && value !== null && value !== ''));
  }

  /** The list's filter as the export takes it. */
  exportList = (options: CallOptions) => {
    return this.client.export({ query: this.queryOf(this.filled()) }, options);
  };

  /** Entries in use that the list's filter finds, up to what one adjustment takes. */
  async idsFound(): Promise<string[]> {
    const ids: string[] = [];
    for (let page = 1; ids.length < MAX_IDS; page += 1) {
      const { data } = await this.client.entries({ query: { ...this.queryOf(this.filled()), currentPage: page, pageSize: ID_PAGE } });
      ids.push(...data.list.map((row) => row.drugId));
      if (data.list.length < ID_PAGE) break;
    }
    return ids.slice(0, MAX_IDS);
  }

  /** Loads the words that others typed; without them one types all by oneself. */
  private async loadWords(): Promise<void> {
    const answer = await this.client.words({ query: { group: this.group } }, { quiet: true }).catch(() => undefined);
    if (answer)
      runInAction(() => {
        this.words = answer.data;
      });
  }

  /** Opens the dialog: new, like another, or an entry itself. */
  begin(row: EntryRow | null = null, as: 'edit' | 'copy' = 'edit'): void {
    void this.loadWords();
    const isNew = row === null || as === 'copy';
    const { t, drafts } = this.ctx;
    const offered = offeredFrom(this.ctx);
    const initial = row === null ? emptyEntry(this.group) : as === 'copy' ? copyOf(row) : formOf(row);
    const form = new FormStore<EntryForm>({
      fields: () => entryFields({ t, group: this.group, words: this.words, isNew, offered }),
      initial,
      drafts,
      // A draft belongs to the version it was written on; after somebody else's change it would bring old facts back.
      ...(as === 'copy' ? {} : { draftKey: `catalogue:${row ? `${row.drugId}:${row.version}` : `new:${this.group}`}` }),
    });
    this.edited = { form, row: isNew ? null : row, copiedFrom: as === 'copy' ? row : null };
  }

  end(): void {
    this.edited?.form.dispose();
    this.edited = null;
  }

  save = async (form: EntryForm, act: SaveAct): Promise<EntryRow> => {
    const row = this.edited?.row ?? null;
    const options = { ...act, quiet: true };
    const { kind: _kind, ...facts } = factsOf(form, this.group);
    const { data, msg } = row
      ? await this.client.update({ params: { id: row.drugId }, body: { ...facts, version: row.version } }, options)
      : await this.client.create({ body: createBodyOf(form, this.group) }, options);
    this.ctx.toast.success(msg);
    return data;
  };

  /** Takes an entry out of use or back. */
  async setEnabled(row: EntryRow, enabled: boolean): Promise<void> {
    const { msg } = await this.client.state({ params: { id: row.drugId }, body: { enableMark: enabled ? 1 : 0, version: row.version } });
    this.ctx.toast.success(msg);
    await this.list.reload();
  }

  dispose(): void {
    this.list.dispose();
    this.edited?.form.dispose();
  }
}

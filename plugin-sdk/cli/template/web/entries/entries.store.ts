import type { WebContext } from '@nephra/plugin-sdk/web';
import { createClient } from '@nephra/plugin-sdk/web';
import { FormStore, ListStore, type SaveAct } from '@nephra/plugin-sdk/widgets';
import { makeAutoObservable } from 'mobx';
import { type EntryRow, entriesContract } from '../../contract/index.ts';

export interface EntryForm {
  name: string;
  note: string;
}

/** State of the page. Knows no React; made when the page opens, disposed when its tab closes. */
export class EntriesStore {
  readonly list: ListStore<EntryRow, { keyword: string }>;
  adding: FormStore<EntryForm> | null = null;
  private readonly ctx: WebContext;
  private readonly client: ReturnType<typeof createClient<(typeof entriesContract)['routes']>>;

  constructor(ctx: WebContext) {
    this.ctx = ctx;
    this.client = createClient(entriesContract, ctx.http);
    // A list shows its failure itself, so the call is `quiet`: no toast on top.
    this.list = new ListStore({ rowKey: 'id', load: (query, signal) => this.client.list({ query }, { signal, quiet: true }) });
    makeAutoObservable<this, 'ctx' | 'client'>(this, { list: false, ctx: false, client: false, dispose: false }, { autoBind: true });
  }

  add() {
    const { t, drafts } = this.ctx;
    this.adding = new FormStore<EntryForm>({
      fields: () => [
        { kind: 'text', name: 'name', label: t('entry.name'), required: true, maxLength: 60 },
        { kind: 'textarea', name: 'note', label: t('entry.note'), maxLength: 200 },
      ],
      initial: { name: '', note: '' },
      drafts,
      draftKey: 'entry:new',
    });
  }

  close() {
    this.adding?.dispose();
    this.adding = null;
  }

  save(form: EntryForm, act: SaveAct) {
    return this.client.add({ body: form }, { ...act, quiet: true });
  }

  async remove(row: EntryRow) {
    const { msg } = await this.client.remove({ params: { id: row.id } });
    this.ctx.toast.success(msg);
    await this.list.reload();
  }

  dispose() {
    this.list.dispose();
    this.adding?.dispose();
  }
}

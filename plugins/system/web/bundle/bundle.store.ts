import { type Client, createClient, type WebContext } from '@nephra/plugin-sdk/web';
import { downloadFile } from '@nephra/plugin-sdk/widgets';
import { action, makeObservable, observable, observableRef, runInAction } from 'mobx';
import { type BundleEntry, type BundlePartPreview, type BundlePreview, type BundleSigner, bundleContract } from '../../contract/bundle/bundle.contract.ts';
import type { ReplyOf } from '@nephra/plugin-sdk/contract';

type Info = ReplyOf<typeof bundleContract.routes.parts>;
export type BundleTab = 'export' | 'import' | 'signers';
export interface Incoming {
  readonly file: File;
  readonly preview: BundlePreview;
}

/** A large bundle is tried entry by entry. */
const PATIENCE = { timeoutMs: 600_000, quiet: true } as const;
/** Entries of a part that are drawn at once. */
const DRAWN = 50;

/** Whether an entry can be chosen at all. */
export const isTakable = ({ act }: BundleEntry): boolean => act !== 'conflict';

/** State of the page of bundles: what can be exported, a bundle that is looked at, the signers. */
export class BundleStore {
  tab: BundleTab = 'export';
  info: Info | null = null;
  failure: unknown = null;
  /** Whether a part goes along, where somebody decided; otherwise all do but those that are by choice. */
  decided: ReadonlyMap<string, boolean> = new Map();
  incoming: Incoming | null = null;
  /** File that was not read, and why: said until another one is chosen, as its sentence says what to do. */
  refused: { readonly name: string; readonly error: unknown } | null = null;
  /** Why nothing was imported; what was chosen stays. */
  notTaken: unknown = null;
  working = false;
  progress: { readonly done: number; readonly total: number } = { done: 0, total: 0 };
  /** Entries of the bundle that are left out, `part code`; what cannot be written is left out anyway. */
  out: ReadonlySet<string> = new Set();
  opened: ReadonlySet<string> = new Set();
  drawn: ReadonlyMap<string, number> = new Map();
  private readonly client: Client<typeof bundleContract.routes>;
  private readonly gone = new AbortController();

  constructor(private readonly ctx: WebContext) {
    this.client = createClient(bundleContract, ctx.http);
    makeObservable(this, {
      tab: observable,
      info: observableRef,
      failure: observableRef,
      decided: observableRef,
      incoming: observableRef,
      refused: observableRef,
      notTaken: observableRef,
      working: observable,
      progress: observableRef,
      out: observableRef,
      opened: observableRef,
      drawn: observableRef,
      setTab: action,
      want: action,
      choose: action,
      open: action,
      drawMore: action,
      close: action,
    });
    void this.load();
  }

  setTab(tab: BundleTab): void {
    this.tab = tab;
  }

  async load(): Promise<void> {
    try {
      const { data } = await this.client.parts({}, { quiet: true, signal: this.gone.signal });
      runInAction(() => {
        this.info = data;
        this.failure = null;
      });
    } catch (error) {
      if (this.gone.signal.aborted) return;
      runInAction(() => {
        this.failure = error;
      });
    }
  }

  /** Parts with something in them that go along. */
  get wanted(): Info['list'] {
    return (this.info?.list ?? []).filter(({ id, rows, byChoice }) => rows > 0 && (this.decided.get(id) ?? !byChoice));
  }

  want(ids: readonly string[], on: boolean): void {
    this.decided = new Map([...this.decided, ...ids.map((id) => [id, on] as const)]);
  }

  exportWanted = (): Promise<boolean> => {
    const parts = this.wanted.map(({ id }) => ({ id }));
    return downloadFile(this.ctx, (options) => this.client.exportFile({ body: { parts } }, options));
  };

  /** What the chosen entries are here now, to be had back. */
  saveFirst = (): Promise<boolean> => {
    const parts = this.parts.flatMap((part) => {
      const codes = this.chosenOf(part).flatMap(({ act, code }) => (act === 'changed' ? [code] : []));
      return codes.length === 0 ? [] : [{ id: part.id, codes }];
    });
    return downloadFile(this.ctx, (options) => this.client.exportFile({ body: { parts } }, options));
  };

  get parts(): readonly BundlePartPreview[] {
    return this.incoming?.preview.parts ?? [];
  }

  async look(file: File): Promise<void> {
    this.close();
    const read = await this.run(() => this.client.look({ body: { file } }, PATIENCE)).catch((error: unknown) => {
      runInAction(() => {
        this.refused = { name: file.name, error };
      });
    });
    if (!read) return;
    const { data } = read;
    runInAction(() => {
      this.incoming = { file, preview: data };
      // What cannot be written is told before anything else.
      this.opened = new Set(data.parts.flatMap(({ id, counts }) => (counts.conflict > 0 ? [id] : [])));
    });
  }

  /** What the same file would change by now. */
  async lookAgain(): Promise<void> {
    if (this.incoming) await this.look(this.incoming.file);
  }

  async confirmSigner(): Promise<void> {
    if (!this.incoming) return;
    const { file, preview } = this.incoming;
    const { msg } = await this.client.confirm({ body: { publicKey: preview.signer.publicKey, siteName: preview.siteName } });
    this.ctx.toast.success(msg);
    await this.look(file);
    await this.load();
  }

  async forget({ fingerprint }: BundleSigner): Promise<void> {
    await this.client.forget({ params: { fingerprint } });
    await this.load();
  }

  isChosen({ id }: BundlePartPreview, entry: BundleEntry): boolean {
    return isTakable(entry) && !this.out.has(`${id} ${entry.code}`);
  }

  chosenOf(part: BundlePartPreview): readonly BundleEntry[] {
    return part.entries.filter((entry) => this.isChosen(part, entry));
  }

  /** Entries that would be written, and how many of them change something that is here. */
  get chosen(): { readonly all: number; readonly changed: number } {
    const entries = this.parts.flatMap((part) => this.chosenOf(part));
    return { all: entries.length, changed: entries.filter(({ act }) => act === 'changed').length };
  }

  choose({ id }: BundlePartPreview, entries: readonly BundleEntry[], on: boolean): void {
    const next = new Set(this.out);
    for (const { code } of entries)
      if (on) next.delete(`${id} ${code}`);
      else next.add(`${id} ${code}`);
    this.out = next;
  }

  open(id: string, on: boolean): void {
    const next = new Set(this.opened);
    if (on) next.add(id);
    else next.delete(id);
    this.opened = next;
  }

  drawnOf({ id, entries }: BundlePartPreview): readonly BundleEntry[] {
    return entries.slice(0, this.drawn.get(id) ?? DRAWN);
  }

  drawMore({ id }: BundlePartPreview): void {
    this.drawn = new Map(this.drawn).set(id, (this.drawn.get(id) ?? DRAWN) + DRAWN * 4);
  }

  async take(): Promise<void> {
    if (!this.incoming) return;
    const { file, preview } = this.incoming;
    const choice = Object.fromEntries(
      this.parts.flatMap((part): [string, string[]][] =>
        this.chosenOf(part).length === 0 ? [] : [[part.id, part.entries.filter((entry) => !this.isChosen(part, entry)).map(({ code }) => code)]],
      ),
    );
    const body = { file, choice: JSON.stringify(choice), stamp: preview.stamp };
    runInAction(() => {
      this.notTaken = null;
    });
    const taken = await this.run(() => this.client.importFile({ body }, PATIENCE)).catch((error: unknown) => {
      runInAction(() => {
        this.notTaken = error;
      });
    });
    if (!taken) return;
    this.ctx.toast.success(taken.msg);
    // It shows what is still different: nothing, or what was left out.
    await this.look(file);
    await this.load();
  }

  /** How far the server is; asked while one waits. */
  async readProgress(): Promise<void> {
    const read = await this.client.progress({}, { quiet: true, background: true }).catch(() => undefined);
    if (read && this.working)
      runInAction(() => {
        this.progress = read.data;
      });
  }

  close(): void {
    this.incoming = null;
    this.refused = null;
    this.notTaken = null;
    this.out = new Set();
    this.opened = new Set();
    this.drawn = new Map();
  }

  dispose(): void {
    this.gone.abort();
  }

  private async run<T>(work: () => Promise<T>): Promise<T> {
    runInAction(() => {
      this.working = true;
      this.progress = { done: 0, total: 0 };
    });
    try {
      return await work();
    } finally {
      runInAction(() => {
        this.working = false;
      });
    }
  }
}

import { Act, ApiError, type Client, createClient, type WebContext } from '@nephra/plugin-sdk/web';
import { action, makeObservable, observable, observableRef, runInAction } from 'mobx';
import { MAX_MENU_BELOW, MAX_MENU_TOP } from '../../../contract/public/public-limits.ts';
import { type MenuButton, type MenuChange, type MenuLeaf, type PublicMenu, publicMenuContract } from '../../../contract/public/public-menu.contract.ts';
import { menuFlaws } from '../../../domain/public/menu-rules.ts';

/** Which button is edited: its place at the top, and below it. */
export interface MenuPlace {
  readonly top: number;
  readonly below: number | null;
}
type Loading = { readonly kind: 'loading' } | { readonly kind: 'failed'; readonly error: unknown } | { readonly kind: 'ready' };
export interface Preview {
  readonly changes: readonly MenuChange[];
  readonly elsewhere: boolean;
}

const EMPTY: MenuLeaf = { fullName: '', type: 'click', content: '', url: '', appId: '', pagePath: '' };

/** The menu of the public account as somebody edits it. */
export class MpMenuStore {
  loading: Loading = { kind: 'loading' };
  kept: PublicMenu | null = null;
  buttons: readonly MenuButton[] = [];
  place: MenuPlace | null = null;
  preview: Preview | null = null;
  busy = false;
  failure: unknown = null;
  private readonly client: Client<typeof publicMenuContract.routes>;
  private readonly saving: Act;

  constructor(private readonly ctx: WebContext) {
    this.client = createClient(publicMenuContract, ctx.http);
    this.saving = new Act(ctx, 'wechat.mpMenu', { changed: 'send' });
    makeObservable(this, {
      ...{ loading: observableRef, kept: observableRef, buttons: observableRef, place: observableRef, preview: observableRef, failure: observableRef },
      ...{
        busy: observable,
        choose: action,
        change: action,
        addTop: action,
        addBelow: action,
        remove: action,
        move: action,
        discard: action,
        closePreview: action,
      },
    });
  }

  get dirty(): boolean {
    return JSON.stringify(this.buttons) !== JSON.stringify(this.kept?.buttons ?? []);
  }
  get flaws() {
    return menuFlaws(this.buttons);
  }
  get chosen(): MenuLeaf | undefined {
    if (!this.place) return undefined;
    const top = this.buttons[this.place.top];
    return this.place.below === null ? top : top?.children[this.place.below];
  }

  load = (): Promise<void> =>
    this.asking(async () => {
      const { data } = await this.client.read({}, { quiet: true });
      this.show(data);
      runInAction(() => {
        this.loading = { kind: 'ready' };
      });
    }, true);

  choose(place: MenuPlace | null): void {
    this.place = place;
  }

  change(over: Partial<MenuLeaf>): void {
    const { place } = this;
    if (!place) return;
    this.buttons = this.buttons.map((button, at) => {
      if (at !== place.top) return button;
      if (place.below === null) return { ...button, ...over };
      return { ...button, children: button.children.map((child, below) => (below === place.below ? { ...child, ...over } : child)) };
    });
  }

  addTop(): void {
    if (this.buttons.length >= MAX_MENU_TOP) return;
    this.buttons = [...this.buttons, { ...EMPTY, children: [] }];
    this.place = { top: this.buttons.length - 1, below: null };
  }

  addBelow(top: number): void {
    const button = this.buttons[top];
    if (!button || button.children.length >= MAX_MENU_BELOW) return;
    this.buttons = this.buttons.map((one, at) => (at === top ? { ...one, children: [...one.children, EMPTY] } : one));
    this.place = { top, below: button.children.length };
  }

  remove(): void {
    const { place } = this;
    if (!place) return;
    const { top, below } = place;
    this.buttons =
      below === null
        ? this.buttons.filter((_, at) => at !== top)
        : this.buttons.map((one, at) => (at === top ? { ...one, children: one.children.filter((_, n) => n !== below) } : one));
    this.place = below === null ? null : { top, below: null };
  }

  /** One place earlier or later among its neighbours. */
  move(by: -1 | 1): void {
    const { place } = this;
    if (!place) return;
    const swapped = <T>(rows: readonly T[], at: number): readonly T[] => {
      const next = [...rows];
      const [one] = next.splice(at, 1);
      if (one !== undefined) next.splice(at + by, 0, one);
      return next;
    };
    if (place.below === null) {
      if (place.top + by < 0 || place.top + by >= this.buttons.length) return;
      this.buttons = swapped(this.buttons, place.top);
      this.place = { top: place.top + by, below: null };
      return;
    }
    const { top, below } = place;
    const count = this.buttons[top]?.children.length ?? 0;
    if (below + by < 0 || below + by >= count) return;
    this.buttons = this.buttons.map((one, at) => (at === top ? { ...one, children: [...swapped(one.children, below)] } : one));
    this.place = { top, below: below + by };
  }

  discard(): void {
    this.buttons = this.kept?.buttons ?? [];
    this.place = null;
    this.failure = null;
  }

  closePreview(): void {
    this.preview = null;
  }

  save = (): Promise<void> =>
    this.asking(async () => {
      const body = { buttons: [...this.buttons], version: this.kept?.version ?? 0 };
      const end = await this.saving.run(body, (options) => this.client.save({ body }, options));
      if ('error' in end) throw end.error;
      if (end.kind !== 'done') return;
      this.show(end.answer.data, true);
      this.ctx.toast.success(this.ctx.t('mpMenu.saved'));
    });

  look = (): Promise<void> =>
    this.asking(async () => {
      const { data } = await this.client.preview({}, { quiet: true });
      runInAction(() => {
        this.preview = data;
      });
    });

  publish = (): Promise<void> =>
    this.asking(async () => {
      const { data, msg } = await this.client.publish({ body: { version: this.kept?.version ?? 0 } }, { quiet: true });
      this.show(data, true);
      runInAction(() => this.closePreview());
      this.ctx.toast.success(msg);
    });

  undo = (): Promise<void> =>
    this.asking(async () => {
      const { data, msg } = await this.client.undo({ body: { id: this.kept?.undoId ?? '' } }, { quiet: true });
      this.show(data, true);
      this.ctx.toast.success(msg);
    });

  dispose(): void {
    this.saving.dispose();
  }

  private show(data: PublicMenu, keepsPlace = false): void {
    runInAction(() => {
      this.kept = data;
      this.buttons = data.buttons;
      if (!keepsPlace) this.place = data.buttons.length > 0 ? { top: 0, below: null } : null;
    });
  }

  private async asking(work: () => Promise<void>, first = false): Promise<void> {
    if (this.busy) return;
    runInAction(() => {
      this.busy = true;
      this.failure = null;
    });
    try {
      await work();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      runInAction(() => {
        if (first) this.loading = { kind: 'failed', error };
        else this.failure = error;
      });
    } finally {
      runInAction(() => {
        this.busy = false;
      });
    }
  }
}

import { ActGroup, ApiError, type CallResult, type Client, createClient, type WebContext } from '@nephra/plugin-sdk/web';
import type { SaveAct, SettingValues } from '@nephra/plugin-sdk/widgets';
import { action, computed, makeObservable, observableRef, runInAction } from 'mobx';
import { type ListedPlugin, pluginSettingsContract, type SettingSheet } from '../../../contract/plugin-settings.contract.ts';
import { type FormContext, OpenSheet } from './open-sheet.ts';

type Loading = { readonly kind: 'loading' } | { readonly kind: 'ready' } | { readonly kind: 'failed'; readonly error: unknown };
type Organisation = { readonly id: string; readonly fullName: string };

/** Whose values are shown: of the installation (`''`) or of an organisation. */
export interface Place {
  readonly pluginId: string;
  readonly orgId: string;
}

const isStale = (error: unknown): boolean => error instanceof ApiError && error.error === 'core.setting-stale';

/** State of the page of plugin settings: the plugins, the chosen one, its values at the chosen place. Knows no React. */
export class SettingsStore {
  plugins: readonly ListedPlugin[] = [];
  organisations: readonly Organisation[] = [];
  loading: Loading = { kind: 'loading' };
  place: Place | null = null;
  reading: Loading = { kind: 'loading' };
  open: OpenSheet | null = null;
  private readonly ctx: FormContext & Pick<WebContext, 'toast' | 'user'>;
  private readonly client: Client<typeof pluginSettingsContract.routes>;
  private readonly acts: ActGroup;
  private asked = 0;

  /** @param readOnly the person may look and not change */
  constructor(
    ctx: FormContext & Pick<WebContext, 'http' | 'toast' | 'report' | 'pluginId' | 'user'>,
    private readonly readOnly: boolean,
  ) {
    this.ctx = ctx;
    this.client = createClient(pluginSettingsContract, ctx.http);
    this.acts = new ActGroup(ctx, 'back to default');
    makeObservable(this, {
      plugins: observableRef,
      organisations: observableRef,
      loading: observableRef,
      place: observableRef,
      reading: observableRef,
      open: observableRef,
      chosen: computed,
      show: action,
    });
  }
  get chosen(): ListedPlugin | undefined {
    return this.plugins.find(({ pluginId }) => pluginId === this.place?.pluginId);
  }

  async load(): Promise<void> {
    try {
      const { data } = await this.client.list({}, { quiet: true });
      runInAction(() => {
        this.plugins = data.list;
        this.organisations = data.organisations;
        this.loading = { kind: 'ready' };
      });
    } catch (error) {
      runInAction(() => {
        this.loading = { kind: 'failed', error };
      });
      return;
    }
    const [first] = this.plugins;
    if (this.chosen) await this.read();
    else if (first) await this.choose(first);
  }

  async choose(plugin: ListedPlugin): Promise<void> {
    await this.go({ pluginId: plugin.pluginId, orgId: plugin.installation > 0 ? '' : this.ownOrganisation });
  }

  async go(place: Place): Promise<void> {
    runInAction(() => {
      this.place = place;
      this.close();
    });
    await this.read();
  }

  /** Reads the values again; what was typed stays. */
  async read(): Promise<void> {
    const { place } = this;
    if (!place) return;
    this.asked += 1;
    const { asked } = this;
    try {
      const { data } = await this.client.sheet({ params: { pluginId: place.pluginId }, query: { orgId: place.orgId } }, { quiet: true });
      if (asked === this.asked) this.show(data, this.open?.typed());
    } catch (error) {
      if (asked !== this.asked) return;
      runInAction(() => {
        this.close();
        this.reading = { kind: 'failed', error };
      });
    }
  }

  /** @param typed values that people had entered besides */
  show(sheet: SettingSheet, typed: SettingValues = {}): void {
    this.open?.end();
    this.open = new OpenSheet(sheet, this.ctx, this.readOnly, typed);
    this.reading = { kind: 'ready' };
  }

  async submit(): Promise<void> {
    const { open } = this;
    if (!open?.form.dirty) return;
    const outcome = await open.form.submit((_values, act: SaveAct) => this.put(open.sheet, open.changes(), { ...act, quiet: true }));
    if (outcome.kind === 'saved') await this.saved(outcome.result, open);
  }

  /** Gives one value back to its default; the others that were typed stay. */
  async back(name: string): Promise<void> {
    const { open } = this;
    if (!open) return;
    const { sheet } = open;
    try {
      await this.acts.run(
        name,
        ['back', sheet.orgId, sheet.pluginId, sheet.version],
        (options) => this.put(sheet, { [name]: null }, options),
        (result) => this.saved(result, open, open.typed(name)),
      );
    } catch (error) {
      if (isStale(error)) await this.read();
      throw error;
    }
  }

  /** The person's own organisation, where the values of it can be seen; else the first. */
  private get ownOrganisation(): string {
    const own = this.organisations.find(({ id }) => id === this.ctx.user.organizeId) ?? this.organisations[0];
    return own?.id ?? '';
  }

  /** The last save was refused because somebody else had saved. */
  get stale(): boolean {
    const state = this.open?.form.state;
    return state?.kind === 'failed' && isStale(state.error);
  }

  dispose(): void {
    this.asked += 1;
    this.open?.form.dispose();
  }

  private close(): void {
    this.open?.form.dispose();
    this.open = null;
    this.reading = { kind: 'loading' };
  }

  private async put({ pluginId, orgId, version }: SettingSheet, values: Readonly<Record<string, string | number | null>>, options: object) {
    return await this.client.save({ params: { pluginId }, body: { orgId, version, values } }, options);
  }

  /** @param from what was saved; when the person has gone elsewhere meanwhile, that stays */
  private async saved({ data, msg }: CallResult<SettingSheet>, from: OpenSheet, typed: SettingValues = {}): Promise<void> {
    this.ctx.toast.success(msg);
    if (this.open === from) this.show(data, typed);
    const { data: listed } = await this.client.list({}, { quiet: true });
    runInAction(() => {
      this.plugins = listed.list;
    });
  }
}

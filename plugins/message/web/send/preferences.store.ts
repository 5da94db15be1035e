import { type Client, createClient, type WebContext } from '@nephra/plugin-sdk/web';
import { type FormItem, FormStore } from '@nephra/plugin-sdk/widgets';
import { action, computed, makeObservable, observable, observableRef, runInAction } from 'mobx';
import { type Preferences, preferenceContract } from '../../contract/send/preference.contract.ts';

type Loading = { readonly kind: 'loading' } | { readonly kind: 'failed'; readonly error: unknown } | { readonly kind: 'ready'; readonly given: Preferences };
type Kind = Preferences['kinds'][number];

/** Quiet hours as the form has them. */
interface QuietForm {
  readonly on: boolean;
  /** Minutes of the day, as text. */
  readonly from: string;
  readonly to: string;
  readonly zone: string;
}

const HALF_HOURS = 48;
const clockText = (minute: number): string => `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`;
/** Each half hour, and what was chosen elsewhere. */
const timesWith = (minute: number) =>
  [...new Set([...Array.from({ length: HALF_HOURS }, (_, at) => at * 30), minute])]
    .sort((a, b) => a - b)
    .map((one) => ({ value: String(one), text: clockText(one) }));

const same = (a: readonly string[], b: readonly string[]): boolean => a.length === b.length && a.every((one) => b.includes(one));

/** Own ways of messages and quiet hours. */
export class PreferencesStore {
  loading: Loading = { kind: 'loading' };
  form: FormStore<QuietForm> | null = null;
  /** What was changed here by kind; null: back to what the site says. */
  private readonly changed = observable.map<string, readonly string[] | null>({}, { deep: false });
  private readonly client: Client<typeof preferenceContract.routes>;

  constructor(private readonly ctx: WebContext) {
    this.client = createClient(preferenceContract, ctx.http);
    makeObservable(this, { loading: observableRef, form: observableRef, dirty: computed, toggle: action, reset: action });
  }

  async load(): Promise<void> {
    runInAction(() => {
      this.loading = { kind: 'loading' };
    });
    try {
      const { data } = await this.client.read({}, { quiet: true });
      runInAction(() => this.show(data));
    } catch (error) {
      runInAction(() => {
        this.loading = { kind: 'failed', error };
      });
    }
  }

  private show(given: Preferences): void {
    this.changed.clear();
    this.form?.dispose();
    const { on, from, to, zone } = given.quiet;
    this.form = new FormStore<QuietForm>({
      fields: () => this.fields(given),
      initial: { on: on === 1, from: String(from), to: String(to), zone },
      alsoSent: () => [...this.changed],
    });
    this.loading = { kind: 'ready', given };
  }

  private fields({ quiet, zones }: Preferences): readonly FormItem<QuietForm>[] {
    const { t } = this.ctx;
    const visible = ({ on }: QuietForm) => on;
    return [
      { kind: 'switch', name: 'on', label: t('preference.quietOn'), help: t('preference.quietHelp') },
      { kind: 'select', name: 'from', label: t('preference.from'), options: timesWith(quiet.from), required: true, visible },
      { kind: 'select', name: 'to', label: t('preference.to'), options: timesWith(quiet.to), required: true, visible },
      {
        ...{ kind: 'select', name: 'zone', label: t('preference.zone'), required: true, visible },
        options: zones.map((value) => ({ value, text: t(`preference.zones.${value}`) })),
      },
    ];
  }

  get dirty(): boolean {
    return this.changed.size > 0 || (this.form?.dirty ?? false);
  }

  /** Ways that a kind would take after saving. After "back to default" they are known with the next reading. */
  waysOf(kind: Kind): readonly string[] {
    const changed = this.changed.get(kind.code);
    return changed ?? kind.channels;
  }
  isOwn({ code, chosen }: Kind): boolean {
    const changed = this.changed.get(code);
    return changed === undefined ? chosen : changed !== null;
  }
  toggle(kind: Kind, channel: string, on: boolean): void {
    const ways = this.waysOf(kind).filter((code) => code !== channel);
    const next = on ? [...ways, channel] : ways;
    if (same(next, kind.channels)) this.changed.delete(kind.code);
    else this.changed.set(kind.code, next);
  }
  reset(kind: Kind): void {
    if (kind.chosen) this.changed.set(kind.code, null);
    else this.changed.delete(kind.code);
  }

  /** @returns whether it was saved */
  async save(): Promise<boolean> {
    const { form, loading } = this;
    if (!form || loading.kind !== 'ready') return false;
    const kinds = [...this.changed].map(([kind, channels]) => ({ kind, channels: channels === null ? null : [...channels] }));
    const outcome = await form.submit(({ on, from, to, zone }, act) => {
      const quiet = { on: on ? 1 : 0, from: Number(from), to: Number(to), zone };
      return this.client.save({ body: { version: loading.given.version, kinds, quiet } }, { ...act, quiet: true });
    });
    if (outcome.kind !== 'saved') return false;
    this.ctx.toast.success(outcome.result.msg);
    return true;
  }

  dispose(): void {
    this.form?.dispose();
  }
}

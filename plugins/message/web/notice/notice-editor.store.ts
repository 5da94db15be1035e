import { createClient, type WebContext } from '@nephra/plugin-sdk/web';
import { FormStore, type SaveAct } from '@nephra/plugin-sdk/widgets';
import { action, compareStructural, makeObservable, observable, observableRef, reaction, runInAction } from 'mobx';
import { type NoticeInfo, noticeContract } from '../../contract/notice.contract.ts';
import { isNobody, receiversOf } from '../../domain/receivers/notice-receivers.ts';
import { EMPTY_NOTICE, type NoticeForm, noticeFields, noticeToForm, noticeToWire } from './notice-form.ts';

/** How long a choice of receivers has to stand before they are counted. */
const COUNT_AFTER_MS = 400;

export interface SavedNotice {
  readonly id: string;
  readonly version: number;
}

/** How many people the notice is for: null while that is not known. */
export interface Reached {
  readonly count: number;
  readonly everybody: boolean;
}

/** One notice that is written or changed. What was typed stays over errors, a lost session and a closed browser. */
export class NoticeEditorStore {
  readonly form: FormStore<NoticeForm>;
  reached: Reached | null = null;
  previewing = false;
  private readonly client;
  private readonly endCount: () => void;
  private counting: AbortController | null = null;

  /** @param notice the one that is changed; null for a new one */
  constructor(
    private readonly ctx: WebContext,
    readonly notice: NoticeInfo | null,
  ) {
    this.client = createClient(noticeContract, ctx.http);
    const names = (notice?.receivers ?? []).map(({ id, name }) => ({ id, fullName: name }));
    this.form = new FormStore<NoticeForm>({
      fields: () => noticeFields(ctx, names),
      initial: notice === null ? EMPTY_NOTICE : noticeToForm(notice),
      drafts: ctx.drafts,
      draftKey: `notice:${notice?.id ?? 'new'}`,
    });
    makeObservable(this, { reached: observableRef, previewing: observable, preview: action });
    this.endCount = reaction(
      () => (isNobody(this.form.values) ? null : receiversOf(this.form.values)),
      (receivers) => void this.count(receivers),
      { fireImmediately: true, delay: COUNT_AFTER_MS, equals: compareStructural },
    );
  }

  /** A draft, until it is released. */
  save = async (form: NoticeForm, act: SaveAct): Promise<SavedNotice> => {
    const body = noticeToWire(form);
    const { notice } = this;
    const { data, msg } =
      notice === null
        ? await this.client.create({ body }, { ...act, quiet: true })
        : await this.client.edit({ params: { id: notice.id }, body: { ...body, version: notice.version } }, { ...act, quiet: true });
    this.ctx.toast.success(msg);
    return data;
  };

  preview = (shown: boolean): void => {
    this.previewing = shown;
  };

  dispose(): void {
    this.endCount();
    this.counting?.abort();
    this.form.dispose();
  }

  private async count(receivers: ReturnType<typeof receiversOf> | null): Promise<void> {
    this.counting?.abort();
    runInAction(() => {
      this.reached = null;
    });
    if (receivers === null) return;
    const counting = new AbortController();
    this.counting = counting;
    try {
      const { data } = await this.client.countReceivers({ body: { receivers } }, { quiet: true, background: true, signal: counting.signal });
      if (counting.signal.aborted) return;
      runInAction(() => {
        this.reached = data;
      });
    } catch {
      // The number is a help; before a release it is asked for again.
    }
  }
}

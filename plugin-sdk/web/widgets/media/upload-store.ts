import { DEFAULT_UPLOAD_MB, type Language, UNIT_BYTES, type UploadedFile, uploadFlaw, type UploadRule, validationText } from '@nephra/plugin-sdk/contract';
import { ApiError, type FilePort, randomName, type UploadPause, type UploadType } from '@nephra/plugin-sdk/web';
import { action, computed, makeObservable, observableRef, runInAction } from 'mobx';
import { mediaTextIn } from './media-texts.ts';
import { Semaphore } from './semaphore.ts';

/** How a chosen file stands. */
export type UploadState =
  | { readonly kind: 'waiting' }
  /** `sent` from 0 to 1. */
  | { readonly kind: 'sending'; readonly sent: number }
  /** Stopped for a while; `sent` as before. */
  | { readonly kind: 'paused'; readonly sent: number }
  /** No answer came; another try may succeed. */
  | { readonly kind: 'failed'; readonly reason: string }
  | { readonly kind: 'stored'; readonly stored: UploadedFile };

export interface UploadItem {
  readonly key: string;
  readonly name: string;
  readonly size?: number;
  readonly state: UploadState;
  /** What was chosen; files that were stored before have none. */
  readonly file?: File;
}

export interface UploadStoreOptions {
  readonly rule: UploadRule;
  readonly picture: boolean;
  /** Default: `annex`, of pictures `annexpic`. */
  readonly type?: UploadType;
  /** Most files. */
  readonly max: number;
  readonly upload: FilePort['upload'];
  readonly language: () => Language;
  readonly onChange: (files: readonly UploadedFile[]) => void;
  /** A file was not taken, or the server refused it: a sentence for people. */
  readonly onRefused: (text: string) => void;
  /** What a failure without an answer is called. */
  readonly reasonOf: (error: unknown) => string;
  readonly places?: Semaphore;
}

/** Uploads of a page that run at a time, whatever field they belong to. */
const MAX_AT_ONCE = 3;
const shared = new Semaphore(MAX_AT_ONCE);

const PAUSED: UploadPause = 'paused';
/** Failures that say nothing about the file. */
const PASSING = ['network', 'timeout', 'aborted', 'invalid-answer', 'core.locked', 'core.too-busy', 'core.too-many-calls', 'core.too-many-uploads'];

/** The server said no to the file itself: trying again would end the same way. */
const isRefused = (error: unknown): error is ApiError => error instanceof ApiError && !PASSING.includes(error.error);

/** Larger files are sent in parts: only of these something stays when they are stopped. */
const LARGE_BYTES = DEFAULT_UPLOAD_MB * UNIT_BYTES.MB;
export const canPause = ({ size = 0, state }: Pick<UploadItem, 'size' | 'state'>): boolean => state.kind === 'sending' && size > LARGE_BYTES;

/** Files of one field: chosen, on their way, stored. Knows no React. */
export class UploadStore {
  items: readonly UploadItem[] = [];
  private readonly ends = new Map<string, AbortController>();
  private readonly options: UploadStoreOptions;

  constructor(options: UploadStoreOptions, value: readonly UploadedFile[]) {
    this.options = options;
    this.items = value.map(itemOf);
    makeObservable(this, {
      items: observableRef,
      stored: computed,
      hold: computed,
      accept: action,
      add: action,
      remove: action,
      pause: action,
      retry: action,
      move: action,
    });
  }

  /** What the field holds: files that are stored, in the order shown. */
  get stored(): readonly UploadedFile[] {
    return this.items.flatMap(({ state }) => (state.kind === 'stored' ? [state.stored] : []));
  }

  /** Why the form cannot be saved yet. */
  get hold(): 'stillSending' | 'notSent' | 'stopped' | undefined {
    if (this.items.some(({ state }) => state.kind === 'waiting' || state.kind === 'sending')) return 'stillSending';
    if (this.items.some(({ state }) => state.kind === 'failed')) return 'notSent';
    return this.items.some(({ state }) => state.kind === 'paused') ? 'stopped' : undefined;
  }

  private get type(): UploadType {
    return this.options.type ?? (this.options.picture ? 'annexpic' : 'annex');
  }

  get room(): number {
    return Math.max(0, this.options.max - this.items.length);
  }

  /** The value changed from outside (a form was reset): its files replace those that are stored. */
  accept(value: readonly UploadedFile[]): void {
    const known = this.stored.map(({ fileId }) => fileId).join();
    if (known === value.map(({ fileId }) => fileId).join()) return;
    this.items = [...value.map(itemOf), ...this.items.filter(({ state }) => state.kind !== 'stored')];
  }

  /** Takes what is right of these files; says what is not, and why. */
  add(files: readonly File[]): void {
    const { rule, language, onRefused, max, picture } = this.options;
    const right = files.filter((file) => {
      const flaw = uploadFlaw(file, rule);
      if (flaw) onRefused(validationText(flaw, language()));
      return !flaw;
    });
    if (right.length > this.room) onRefused(mediaTextIn(language())(picture ? 'imageCount' : 'fileCount', { n: max }));
    const taken = right
      .slice(0, this.room)
      // act: names a row of the screen; the upload has a key of its own
      .map((file): UploadItem => ({ key: randomName(), name: file.name, size: file.size, state: { kind: 'waiting' }, file }));
    this.items = [...this.items, ...taken];
    for (const item of taken) void this.send(item);
  }

  /** Takes a file away; one that is on its way is called off. */
  remove(key: string): void {
    const gone = this.items.find((item) => item.key === key);
    this.ends.get(key)?.abort();
    this.items = this.items.filter((item) => item.key !== key);
    if (gone?.state.kind === 'stored') this.tell();
    else if (gone && !this.ends.has(key)) this.forget(gone);
  }

  /** Stops one that is on its way, for a while. */
  pause(key: string): void {
    const item = this.items.find((one) => one.key === key);
    if (item?.state.kind !== 'sending') return;
    this.ends.get(key)?.abort(PAUSED);
    this.put(key, { kind: 'paused', sent: item.state.sent });
  }

  /** Sends one again that was not sent, or goes on with one that was stopped. */
  retry(key: string): void {
    const item = this.items.find((one) => one.key === key);
    if (item?.state.kind !== 'failed' && item?.state.kind !== 'paused') return;
    this.put(key, { kind: 'waiting' });
    void this.send(item);
  }

  /** @returns the place that it has now, from 0 */
  move(key: string, by: number): number {
    const from = this.items.findIndex((item) => item.key === key);
    const to = Math.max(0, Math.min(this.items.length - 1, from + by));
    const [item] = this.items.slice(from, from + 1);
    if (!item || from === to) return from;
    const rest = this.items.filter((one) => one !== item);
    this.items = [...rest.slice(0, to), item, ...rest.slice(to)];
    this.tell();
    return to;
  }

  /** Stops what is on its way; whoever chooses the same large file again goes on with it. */
  dispose(): void {
    for (const end of this.ends.values()) end.abort(PAUSED);
  }

  /** What the server has of a large file that is not sent to its end. */
  private forget({ file, size = 0 }: UploadItem): void {
    if (!file || size <= LARGE_BYTES) return;
    this.options.upload(file, { type: this.type, signal: AbortSignal.abort() }).catch(() => undefined);
  }

  private async send({ key, file }: UploadItem): Promise<void> {
    if (!file) return;
    const { upload, places = shared, reasonOf, onRefused } = this.options;
    const end = new AbortController();
    this.ends.set(key, end);
    try {
      const stored = await places.run(
        () =>
          upload(file, {
            type: this.type,
            signal: end.signal,
            onProgress: (sent, total) => {
              // A last word of what was stopped meanwhile is no news.
              if (!end.signal.aborted) this.put(key, { kind: 'sending', sent: total > 0 ? Math.min(1, sent / total) : 0 });
            },
          }),
        end.signal,
      );
      if (end.signal.aborted) return;
      this.put(key, { kind: 'stored', stored });
      this.tell();
    } catch (error) {
      if (end.signal.aborted) return;
      if (isRefused(error)) {
        // As the specification has it: the file leaves the list, and the server's sentence is shown.
        runInAction(() => this.remove(key));
        onRefused(reasonOf(error));
      } else this.put(key, { kind: 'failed', reason: reasonOf(error) });
    } finally {
      if (this.ends.get(key) === end) this.ends.delete(key);
    }
  }

  private put(key: string, state: UploadState): void {
    runInAction(() => {
      this.items = this.items.map((item) => (item.key === key ? { ...item, state } : item));
    });
  }

  private tell(): void {
    this.options.onChange(this.stored);
  }
}

const itemOf = (stored: UploadedFile): UploadItem => ({ key: stored.fileId, name: stored.name, size: stored.fileSize, state: { kind: 'stored', stored } });

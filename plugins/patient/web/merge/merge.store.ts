import { type Client, createClient, type WebContext } from '@nephra/plugin-sdk/web';
import { FormStore, type SaveAct } from '@nephra/plugin-sdk/widgets';
import { makeObservable, observableRef, runInAction } from 'mobx';
import { type MergePreview, type PatientRow, type PossibleDuplicate, patientContract } from '../../contract/index.ts';
import { MAX_REASON, MIN_REASON } from '../../contract/limits.ts';

export interface MergeValues {
  readonly reason: string;
}

/** Merging two files: which is left, which goes, what will become of them, and why. */
export class MergeStore {
  leftId: string;
  goingId: string | null = null;
  suggestions: readonly PossibleDuplicate[] = [];
  preview: MergePreview | null = null;
  error: unknown = null;
  readonly form: FormStore<MergeValues>;
  private readonly client: Client<typeof patientContract.routes>;
  private turn = 0;

  constructor(
    /** The file from which the merge was begun. */
    readonly start: Pick<PatientRow, 'patientId' | 'patientName'>,
    private readonly ctx: Pick<WebContext, 'http' | 't' | 'toast'>,
  ) {
    this.leftId = start.patientId;
    this.client = createClient(patientContract, ctx.http);
    this.form = new FormStore<MergeValues>({
      fields: () => [
        {
          kind: 'text',
          name: 'reason',
          label: ctx.t('reason.label'),
          required: true,
          maxLength: MAX_REASON,
          placeholder: ctx.t('reason.mergeHint'),
          check: ({ reason }) => (reason.trim() !== '' && reason.trim().length < MIN_REASON ? ctx.t('reason.short') : undefined),
        },
      ],
      initial: { reason: '' },
    });
    makeObservable(this, {
      leftId: observableRef,
      goingId: observableRef,
      suggestions: observableRef,
      preview: observableRef,
      error: observableRef,
    });
  }

  /** The other file, whichever of the two is left. */
  get otherId(): string | null {
    return this.goingId === this.start.patientId ? this.leftId : this.goingId;
  }

  /** Files that look like the same person; without them one searches by name. */
  async suggest(): Promise<void> {
    const answer = await this.client.duplicates({ body: { patientId: this.start.patientId } }, { quiet: true }).catch(() => undefined);
    runInAction(() => {
      this.suggestions = answer?.data.list ?? [];
    });
  }

  /** Candidates by keyword, without the file itself. */
  find = async (keyword: string, signal: AbortSignal): Promise<PatientRow[]> => {
    const { data } = await this.client.list({ query: { keyword, pageSize: 20 } }, { signal, quiet: true });
    return data.list.filter((row) => row.patientId !== this.start.patientId);
  };

  async choose(patientId: string): Promise<void> {
    await this.show(this.start.patientId, patientId);
  }

  /** The file that goes becomes the one that is left. */
  async swap(): Promise<void> {
    if (this.goingId !== null) await this.show(this.goingId, this.leftId);
  }

  /** @returns id of the file that is left */
  merge = async ({ reason }: MergeValues, act: SaveAct): Promise<string> => {
    if (!this.preview) throw new Error('nothing to merge');
    const { left, going } = this.preview;
    const body = { from: going.patientId, version: left.version, fromVersion: going.version, reason: reason.trim() };
    const { data, msg } = await this.client.merge({ params: { id: left.patientId }, body }, { ...act, quiet: true });
    this.ctx.toast.success(msg);
    return data.patientId;
  };

  dispose(): void {
    this.turn += 1;
    this.form.dispose();
  }

  private async show(leftId: string, goingId: string): Promise<void> {
    this.turn += 1;
    const { turn } = this;
    runInAction(() => {
      this.leftId = leftId;
      this.goingId = goingId;
      this.preview = null;
      this.error = null;
    });
    try {
      const { data } = await this.client.mergePreview({ params: { id: leftId }, query: { from: goingId } }, { quiet: true });
      if (turn !== this.turn) return;
      runInAction(() => {
        this.preview = data;
      });
    } catch (error) {
      if (turn !== this.turn) return;
      runInAction(() => {
        this.error = error;
      });
    }
  }
}

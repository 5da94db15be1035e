import { dayOf } from '@nephra/plugin-sdk/contract';
import { type Client, createClient, type WebContext } from '@nephra/plugin-sdk/web';
import { ListStore } from '@nephra/plugin-sdk/widgets';
import { action, makeObservable, observableRef, runInAction } from 'mobx';
import { type PatientClass, type PatientFile, type PatientRow, patientContract } from '../../contract/index.ts';

export interface PatientFilter {
  keyword: string;
  patientType: PatientRow['patientType'];
  reimWay: string;
  infected: string;
  classId: string;
  /** Milliseconds of the first moment of a day. */
  scheduledOn: number;
}

export interface RevealedNumbers {
  readonly patientIdcard: string;
  readonly phone: string;
  readonly contactPhone: string;
}

export type OpenFile =
  | { readonly kind: 'closed' }
  | { readonly kind: 'loading'; readonly row: PatientRow }
  | { readonly kind: 'open'; readonly row: PatientRow; readonly file: PatientFile; readonly revealed: RevealedNumbers | null }
  | { readonly kind: 'failed'; readonly row: PatientRow; readonly error: unknown };

/** State of the patient page: the list, and the file that is open beside it. */
export class PatientListStore {
  readonly list: ListStore<PatientRow, PatientFilter>;
  classes: readonly PatientClass[] = [];
  file: OpenFile = { kind: 'closed' };
  private readonly client: Client<typeof patientContract.routes>;

  constructor(ctx: Pick<WebContext, 'http'>) {
    this.client = createClient(patientContract, ctx.http);
    this.list = new ListStore<PatientRow, PatientFilter>({
      rowKey: 'patientId',
      load: ({ scheduledOn, ...query }, signal) =>
        this.client.list({ query: { ...query, ...(scheduledOn === undefined ? {} : { scheduledOn: dayOf(scheduledOn) }) } }, { signal, quiet: true }),
    });
    makeObservable(this, { classes: observableRef, file: observableRef, open: action, close: action });
  }

  /** Shifts for the filter; without them the page works all the same. */
  async loadClasses(): Promise<void> {
    const answer = await this.client.classes({ query: {} }, { quiet: true }).catch(() => undefined);
    runInAction(() => {
      this.classes = answer?.data.list ?? [];
    });
  }

  className(classId: string): string {
    return this.classes.find((entry) => entry.id === classId)?.fullName ?? classId;
  }

  async open(row: PatientRow): Promise<void> {
    this.file = { kind: 'loading', row };
    try {
      const { data } = await this.client.file({ params: { id: row.patientId } }, { quiet: true });
      this.put(row, { kind: 'open', row, file: data, revealed: null });
    } catch (error) {
      this.put(row, { kind: 'failed', row, error });
    }
  }

  /** Fetches the numbers in full; the server notes who looked. */
  async reveal(): Promise<void> {
    const shown = this.file;
    if (shown.kind !== 'open') return;
    const { data } = await this.client.reveal({ params: { id: shown.row.patientId } });
    this.put(shown.row, { ...shown, revealed: data });
  }

  close(): void {
    this.file = { kind: 'closed' };
  }

  dispose(): void {
    this.list.dispose();
  }

  /** A late answer for a file that is no longer open is dropped. */
  private put(row: PatientRow, next: OpenFile): void {
    if (this.file.kind === 'closed' || this.file.row !== row) return;
    runInAction(() => {
      this.file = next;
    });
  }
}

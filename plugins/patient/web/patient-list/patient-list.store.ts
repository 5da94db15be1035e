import { dayOf } from '@nephra/plugin-sdk/contract';
import { type Client, createClient, type WebContext } from '@nephra/plugin-sdk/web';
import { ListStore } from '@nephra/plugin-sdk/widgets';
import { action, makeObservable, observableRef, runInAction } from 'mobx';
import { type PatientClass, type PatientFile, type PatientRow, patientContract } from '../../contract/index.ts';
import { MergeStore } from '../merge/merge.store.ts';
import { OpenFileStore } from '../patient-file/open-file.store.ts';
import type { PatientFormSheet } from '../patient-form/patient-form.sheet.tsx';
import type { PatientFormStore, SavedPatient } from '../patient-form/patient-form.store.ts';

export interface PatientFilter {
  keyword: string;
  patientType: PatientRow['patientType'];
  reimWay: string;
  infected: string;
  classId: string;
  state: 'enabled' | 'disabled' | 'merged';
  /** Milliseconds of the first moment of a day. */
  scheduledOn: number;
}

export type PatientListContext = Pick<WebContext, 'http' | 't' | 'language' | 'drafts' | 'toast' | 'now'>;

/** State of the patient page: the list, and what is open beside it: a file, a form, a merge. */
export class PatientListStore {
  readonly list: ListStore<PatientRow, PatientFilter>;
  classes: readonly PatientClass[] = [];
  file: OpenFileStore | null = null;
  form: PatientFormStore | null = null;
  merge: MergeStore | null = null;
  /** Draws forms; there since somebody asked for the first one. Fetched by hand: a Suspense may begin to draw twice, and a sheet leaves a portal behind each time. */
  sheet: typeof PatientFormSheet | null = null;
  /** Of the form that was asked for last: one that is still being loaded when it is closed, or another is asked for, is not shown. */
  private formTurn = 0;
  private readonly client: Client<typeof patientContract.routes>;

  constructor(private readonly ctx: PatientListContext) {
    this.client = createClient(patientContract, ctx.http);
    this.list = new ListStore<PatientRow, PatientFilter>({
      rowKey: 'patientId',
      load: ({ scheduledOn, ...query }, signal) =>
        this.client.list({ query: { ...query, ...(scheduledOn === undefined ? {} : { scheduledOn: dayOf(scheduledOn) }) } }, { signal, quiet: true }),
    });
    makeObservable(this, {
      classes: observableRef,
      file: observableRef,
      form: observableRef,
      merge: observableRef,
      sheet: observableRef,
      closeFile: action,
      closeForm: action,
      closeMerge: action,
      startMerge: action,
    });
  }

  /** Shifts for the filter and the form; without them the page works all the same. */
  async loadClasses(): Promise<void> {
    const answer = await this.client.classes({ query: {} }, { quiet: true }).catch(() => undefined);
    runInAction(() => {
      this.classes = answer?.data.list ?? [];
    });
  }

  className = (classId: string): string => this.classes.find((entry) => entry.id === classId)?.fullName ?? classId;

  async open(patientId: string): Promise<void> {
    const file = new OpenFileStore(patientId, this.ctx, () => void this.list.reload());
    this.closeFile();
    runInAction(() => {
      this.file = file;
    });
    await file.load();
  }

  /** Opens the file and asks for the reason that shows the full numbers, to be called. */
  async askNumber(patientId: string): Promise<void> {
    await this.open(patientId);
    if (this.file?.patientId === patientId && this.file.file) this.file.ask({ kind: 'reveal' });
  }

  create(): Promise<void> {
    return this.showForm(null);
  }

  edit(file: PatientFile): Promise<void> {
    return this.showForm(file);
  }

  /** From a row of the list: the form needs the whole file, and its newest state. */
  async editRow(row: PatientRow): Promise<void> {
    const { data } = await this.client.file({ params: { id: row.patientId } });
    await this.showForm(data);
  }

  /** After saving: the file is shown as it is now. */
  async saved({ patientId }: SavedPatient): Promise<void> {
    this.closeForm();
    await Promise.all([this.list.reload(), this.open(patientId)]);
  }

  startMerge(row: Pick<PatientRow, 'patientId' | 'patientName'>): void {
    this.merge?.dispose();
    this.merge = new MergeStore(row, this.ctx);
  }

  async merged(leftId: string): Promise<void> {
    this.closeMerge();
    await Promise.all([this.list.reload(), this.open(leftId)]);
  }

  /** Leaves the form for a file that is there already. */
  async openInstead(patientId: string): Promise<void> {
    this.closeForm();
    await this.open(patientId);
  }

  closeFile(): void {
    this.file?.dispose();
    this.file = null;
  }

  closeForm(): void {
    this.formTurn += 1;
    this.form?.dispose();
    this.form = null;
  }

  closeMerge(): void {
    this.merge?.dispose();
    this.merge = null;
  }

  dispose(): void {
    this.closeFile();
    this.closeForm();
    this.closeMerge();
    this.list.dispose();
  }

  /** The form is fetched when somebody asks for it: whoever only reads the list goes without. */
  private async showForm(file: PatientFile | null): Promise<void> {
    this.closeForm();
    const turn = this.formTurn;
    const [{ PatientFormStore }, { PatientFormSheet }] = await Promise.all([
      import('../patient-form/patient-form.store.ts'),
      import('../patient-form/patient-form.sheet.tsx'),
    ]);
    if (turn !== this.formTurn) return;
    runInAction(() => {
      this.sheet = PatientFormSheet;
      this.form = new PatientFormStore(this.ctx, () => this.classes, file);
    });
  }
}

import { createClient, type WebContext } from '@nephra/plugin-sdk/web';
import { FormStore, ListStore, type SaveAct } from '@nephra/plugin-sdk/widgets';
import { action, makeObservable, observableRef, runInAction } from 'mobx';
import { dialysisFileContract } from '../../contract/file.contract.ts';
import type { FileFilter, FileRow } from '../../contract/file.schema.ts';
import type { Zone } from '../../contract/zones.ts';
import { type Choices, NO_CHOICES } from '../asked.ts';
import { OpenFileStore } from '../open/open-file.store.ts';
import { basicsBody, basicsFields, type BasicsForm, emptyBasics } from '../forms/basics.form.ts';

export interface FileListFilter {
  keyword: string;
  filter: FileFilter;
  zone: Zone;
  state: 'active' | 'ended';
}
type OpenForm = BasicsForm & { patientId: string };

/** The list of patients on dialysis, the file that is open beside it, and the form for a new one. */
export class FileListStore {
  readonly list: ListStore<FileRow, FileListFilter>;
  choices: Choices = NO_CHOICES;
  open: OpenFileStore | null = null;
  opening: FormStore<OpenForm> | null = null;
  readonly client;

  constructor(private readonly ctx: WebContext) {
    this.client = createClient(dialysisFileContract, ctx.http);
    this.list = new ListStore<FileRow, FileListFilter>({
      rowKey: 'patientId',
      load: (query, signal) => this.client.list({ query }, { signal, quiet: true }),
    });
    makeObservable(this, { choices: observableRef, open: observableRef, opening: observableRef, close: action, endOpening: action });
  }

  /** Shifts, stations and materials; the list shows ids of shifts until they are there. */
  async loadChoices(): Promise<void> {
    const answer = await this.client.choices({}, { quiet: true }).catch(() => undefined);
    runInAction(() => {
      this.choices = answer?.data ?? NO_CHOICES;
    });
  }

  shiftName = (shiftId: string): string => this.choices.shifts.find((shift) => shift.shiftId === shiftId)?.fullName ?? shiftId;

  async show(patientId: string): Promise<void> {
    this.close();
    const open = new OpenFileStore(patientId, this.ctx, this, () => void this.list.reload());
    runInAction(() => {
      this.open = open;
    });
    await open.load();
  }

  close(): void {
    this.open?.dispose();
    this.open = null;
  }

  /** Asks for the patient first: those of the own facility without a dialysis file. */
  async begin(): Promise<void> {
    const { data } = await this.client.candidates({ query: {} });
    const { t } = this.ctx;
    const form = new FormStore<OpenForm>({
      fields: () => [
        {
          kind: 'select',
          name: 'patientId',
          label: t('open.patient'),
          required: true,
          filter: true,
          span: 2,
          help: data.list.length === 0 ? t('open.nobody') : t('open.hint'),
          options: data.list.map(({ patientId, patientName, outpatientCode }) => ({ value: patientId, text: `${patientName} ${outpatientCode}` })),
        },
        ...basicsFields<OpenForm>(t),
      ],
      initial: { ...emptyBasics(), patientId: '' },
    });
    runInAction(() => {
      this.opening = form;
    });
  }

  saveNew = async ({ patientId, ...form }: OpenForm, act: SaveAct): Promise<string> => {
    const { data, msg } = await this.client.open({ body: { patientId, ...basicsBody(form) } }, { ...act, quiet: true });
    this.ctx.toast.success(msg);
    return data.id;
  };

  endOpening(): void {
    this.opening?.dispose();
    this.opening = null;
  }

  dispose(): void {
    this.close();
    this.endOpening();
    this.list.dispose();
  }
}

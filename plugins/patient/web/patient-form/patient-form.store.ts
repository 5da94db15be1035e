import { dayOf, isMobile, parseDay } from '@nephra/plugin-sdk/contract';
import { ApiError, type Client, createClient, type WebContext } from '@nephra/plugin-sdk/web';
import { FormStore, offeredFrom, type SaveAct } from '@nephra/plugin-sdk/widgets';
import { action, compareStructural, makeObservable, observableRef, reaction, runInAction } from 'mobx';
import { type PatientClass, type PatientFile, type PossibleDuplicate, patientContract } from '../../contract/index.ts';
import { checkContent, tidyContent } from '../../domain/file/file-check.ts';
import { readIdCard } from '../../domain/id-card.ts';
import { patientFields } from './patient-fields.tsx';
import { bodyOf, contentOfValues, emptyValues, type PatientValues, valuesOf } from './patient-values.ts';

export interface SavedPatient {
  readonly patientId: string;
  readonly outpatientCode: string;
}

/** How long nobody types before files of the same person are looked for. */
const LOOK_AFTER_MS = 400;

/** The form of one patient file, new or old: fields, what the ID card tells, and files that may be the same person. */
export class PatientFormStore {
  readonly form: FormStore<PatientValues>;
  duplicates: readonly PossibleDuplicate[] = [];
  /** Files that somebody said are other persons. */
  cleared: ReadonlySet<string> = new Set();
  private readonly client: Client<typeof patientContract.routes>;
  private readonly ends: (() => void)[];
  /** What the ID card filled in last; a corrected card may fill in again. */
  private derived: Partial<PatientValues> = {};
  private looking = 0;

  constructor(
    private readonly ctx: Pick<WebContext, 'http' | 't' | 'language' | 'drafts' | 'toast' | 'now'>,
    classes: () => readonly PatientClass[],
    /** Null: a new file. */
    readonly file: PatientFile | null,
    { today = () => dayOf(ctx.now()), lookAfterMs = LOOK_AFTER_MS }: { today?: () => string; lookAfterMs?: number } = {},
  ) {
    this.client = createClient(patientContract, ctx.http);
    const masked = file ?? undefined;
    const complaintAt = (field: string, values: PatientValues): string | undefined => {
      const found = checkContent(tidyContent(contentOfValues(values, masked), today()), today()).find((one) => one.field === field);
      return found && ctx.t(`errors.patient.${found.key}`, found.params);
    };
    const offered = offeredFrom(ctx);
    this.form = new FormStore<PatientValues>({
      fields: () => patientFields(ctx, { classes: classes(), isNew: file === null, planKept: file?.planKept === true, offered, today, complaintAt }),
      initial: file ? valuesOf(file) : emptyValues(),
      drafts: ctx.drafts,
      draftKey: file ? `patient:${file.patientId}:${file.version}` : 'patient:new',
    });
    makeObservable(this, { duplicates: observableRef, cleared: observableRef, clear: action });
    this.ends = [
      reaction(
        () => [this.form.values.psn_cert_type, this.form.values.patientIdcard] as const,
        ([type, card]) => {
          if (type === '01') this.derive(card, today());
        },
        { equals: compareStructural },
      ),
      reaction(
        () => this.form.values.reimWay,
        (payer) => this.followPayer(payer),
      ),
      reaction(
        () => this.likeness(today()),
        () => void this.look(today()),
        { equals: compareStructural, delay: lookAfterMs },
      ),
    ];
  }

  get isNew(): boolean {
    return this.file === null;
  }

  /** Files that still stand in the way: the same document, or a likeness that nobody has cleared. */
  get open(): readonly PossibleDuplicate[] {
    return this.duplicates.filter((one) => one.reasons.includes('idcard') || !this.cleared.has(one.patient.patientId));
  }

  clear(patientId: string, isOther: boolean): void {
    const next = new Set(this.cleared);
    if (isOther) next.add(patientId);
    else next.delete(patientId);
    this.cleared = next;
  }

  save = async (values: PatientValues, act: SaveAct): Promise<SavedPatient> => {
    const body = { ...bodyOf(values, this.file ?? undefined), notDuplicateOf: [...this.cleared] };
    const options = { ...act, quiet: true };
    try {
      const { data, msg } = this.file
        ? await this.client.edit({ params: { id: this.file.patientId }, body: { ...body, version: this.file.version } }, options)
        : await this.client.create({ body }, options);
      this.ctx.toast.success(msg);
      return data;
    } catch (error) {
      // Somebody may have opened the file meanwhile: show which.
      if (error instanceof ApiError && ['patient.maybe-duplicate', 'patient.same-document'].includes(error.error)) await this.look(dayOf(this.ctx.now()));
      throw error;
    }
  };

  /** Looks for files of the same person with what is typed so far; a failure only means that the server will say it on saving. */
  async look(today: string): Promise<void> {
    const like = this.likeness(today);
    this.looking += 1;
    const turn = this.looking;
    const found = Object.keys(like).length === 0 ? [] : await this.search(like);
    if (turn !== this.looking) return;
    runInAction(() => {
      this.duplicates = found;
    });
  }

  dispose(): void {
    for (const end of this.ends) end();
    this.looking += 1;
    this.form.dispose();
  }

  private async search(like: { patientName?: string; birthday?: string; patientIdcard?: string; phone?: string }): Promise<readonly PossibleDuplicate[]> {
    // What an edit leaves alone brings no new likeness; the file's own values must not be filled in for it.
    const own = this.file ? { patientId: this.file.patientId } : {};
    const body = { patientName: '', birthday: null, patientIdcard: '', phone: '', ...like, ...own, notDuplicateOf: [...this.cleared] };
    const answer = await this.client.duplicates({ body }, { quiet: true }).catch(() => undefined);
    return answer?.data.list ?? this.duplicates;
  }

  /** What is complete enough to be compared, and new. */
  private likeness(today: string): { patientName?: string; birthday?: string; patientIdcard?: string; phone?: string } {
    const { values } = this.form;
    const { patientIdcard = '', phone = '', birthday } = bodyOf(values, this.file ?? undefined);
    const isCard = values.psn_cert_type === '01' ? readIdCard(patientIdcard, today).kind === 'ok' : patientIdcard.length >= 4;
    const samePerson = this.file !== null && values.patientName.trim() === this.file.patientName && birthday === this.file.birthday;
    return {
      ...(isCard ? { patientIdcard } : {}),
      ...(isMobile(phone) ? { phone } : {}),
      ...(values.patientName.trim() !== '' && birthday !== null && !samePerson ? { patientName: values.patientName.trim(), birthday } : {}),
    };
  }

  private derive(card: string, today: string): void {
    const reading = readIdCard(card, today);
    if (reading.kind !== 'ok') return;
    const { birthday, patientSex } = this.form.values;
    const told = valuesFromCard(reading.birthday, reading.sex);
    const fill: Partial<PatientValues> = {
      ...(birthday === null || birthday === this.derived.birthday ? { birthday: told.birthday } : {}),
      ...(patientSex === 0 || patientSex === this.derived.patientSex ? { patientSex: told.patientSex } : {}),
    };
    this.derived = { ...this.derived, ...fill };
    if (Object.keys(fill).length > 0) this.form.setValues(fill);
  }

  private followPayer(payer: string): void {
    const { medInsMark } = this.form.values;
    if (payer === '0' && medInsMark !== '0') this.form.setValues({ medInsMark: '0' });
    if (payer !== '0' && medInsMark === '0') this.form.setValues({ medInsMark: '1' });
  }
}

const valuesFromCard = (birthday: string, sex: 1 | 2): Pick<PatientValues, 'birthday' | 'patientSex'> => ({
  birthday: parseDay(birthday),
  patientSex: sex,
});

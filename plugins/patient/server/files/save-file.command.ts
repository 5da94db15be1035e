import { AppError, EnvelopeCode, type Language, type OrgId } from '@nephra/plugin-sdk/contract';
import { areaDirectory, assertVersion, hiddenCode, nextNumber, type NumberUse } from '@nephra/plugin-sdk/server';
import type { PatientCreate, PatientEdit } from '../../contract/index.ts';
import { bedsOf, isBed } from '../../domain/beds.ts';
import { checkContent, tidyContent } from '../../domain/file/file-check.ts';
import { changesBetween, EMPTY_CONTENT, type FileContent, firstChanges, withLeftOut } from '../../domain/file/file-content.ts';
import { shownValue } from '../../domain/file/masked-change.ts';
import { findDuplicates, isDocumentTaken } from './duplicates.query.ts';
import { contentOf } from './file-content.ts';
import { type ChangeContent, changeTable } from './change.table.ts';
import { DIALYSIS_NUMBER, OUTPATIENT_NUMBER } from '../file-numbers.ts';
import { isPlanKept, keptPlan } from './dialysis-plan.ts';
import { FileWriteRepo } from './file-write.repo.ts';
import { assertNotMerged, type Ctx, demand, NAMELESS, refuse, repoOf } from './patient-call.ts';
import { writesPhones } from './shown-columns.ts';

export interface SavedFile {
  readonly patientId: string;
  readonly outpatientCode: string;
  readonly version: number;
}

const LIST_MARK: Readonly<Record<Language, string>> = { zh: '、', zhtw: '、', en: ', ' };

/** Somebody may have typed the next number by hand; the one after that is free, or the one after. */
const TRIES = 50;

const refuseAt = (field: string, key: string, params: Record<string, string> = {}): never => {
  throw new AppError(`patient.${key}`, { code: EnvelopeCode.Refused, params, fields: [{ path: field, msg: '' }] });
};

/** The change as it goes on record; numbers of identity are masked in the audit log. */
export async function noteChange(
  ctx: Ctx,
  change: Pick<ChangeContent, 'patientId' | 'orgId' | 'act' | 'fields'> & Partial<Pick<ChangeContent, 'reason' | 'otherId'>>,
): Promise<void> {
  const { userId, userName } = ctx.user;
  await changeTable.insert(ctx, { reason: '', otherId: null, ...change, changedAt: ctx.clock.now(), userId, userName });
  const side = (which: 'before' | 'after') => Object.fromEntries(change.fields.map((one) => [one.field, shownValue(one.field, one[which])]));
  ctx.audit({
    subject: 'patient',
    subjectId: change.patientId,
    patientId: change.patientId,
    before: side('before'),
    after: side('after'),
    ...(change.reason ? { note: `${change.act}: ${change.reason}` } : { note: change.act }),
  });
}

async function issueNumbers(ctx: Ctx, writes: FileWriteRepo, orgId: OrgId, id: string, content: FileContent): Promise<FileContent> {
  const issue = async (use: NumberUse, isTaken: (number: string) => Promise<boolean>) => {
    for (let at = 0; at < TRIES; at += 1) {
      const number = await nextNumber(ctx, use, `${use.code}.${orgId}`);
      if (!(await isTaken(number))) return number;
    }
    throw new AppError('patient.no-number', { code: EnvelopeCode.Unavailable });
  };
  const outpatientCode = content.outpatientCode || (await issue(OUTPATIENT_NUMBER, (number) => writes.isCodeTaken(orgId, number, id)));
  const { dialysis } = content;
  if (dialysis?.dialysisNo !== '') return { ...content, outpatientCode };
  const dialysisNo = await issue(DIALYSIS_NUMBER, (number) => writes.isDialysisNoTaken(orgId, number, id));
  return { ...content, outpatientCode, dialysis: { ...dialysis, dialysisNo } };
}

/** Rules that need the other files of the facility, also of those that the caller may not see: a bed is taken or it is not. */
async function checkAgainstOthers(ctx: Ctx, writes: FileWriteRepo, file: { id: string; orgId: OrgId; content: FileContent; before?: FileContent }) {
  const { id, orgId, content, before } = file;
  if (content.outpatientCode !== '' && content.outpatientCode !== before?.outpatientCode && (await writes.isCodeTaken(orgId, content.outpatientCode, id))) {
    refuseAt('outpatientCode', 'code-taken', { code: content.outpatientCode });
  }
  const plan = content.dialysis;
  if (!plan) return;
  if (plan.dialysisNo !== '' && plan.dialysisNo !== before?.dialysis?.dialysisNo && (await writes.isDialysisNoTaken(orgId, plan.dialysisNo, id))) {
    refuseAt('dialysis.dialysisNo', 'dialysis-no-taken', { code: plan.dialysisNo });
  }
  const placeOf = (at: FileContent['dialysis'] | undefined) => JSON.stringify([at?.classId, at?.bed, at?.weekdays]);
  if (plan.classId === '' || placeOf(before?.dialysis) === placeOf(plan)) return;
  const shift = await writes.shiftName(orgId, plan.classId);
  if (!shift) return refuseAt('dialysis.classId', 'no-such-shift');
  if (plan.bed === '') return;
  const beds = bedsOf(ctx.settings, orgId);
  if (!isBed(beds, plan.bed)) refuseAt('dialysis.bed', 'bed-unknown', { bed: plan.bed, list: beds?.join(LIST_MARK[ctx.language]) ?? '' });
  const holder = await writes.bedTaken(orgId, plan, id);
  if (!holder) return;
  const name = (await repoOf(ctx).find(holder.id, [orgId])) ? holder.patientName : NAMELESS;
  refuseAt('dialysis.bed', 'bed-taken', { bed: plan.bed, shift, name });
}

/** Same identity document: refused. Same name and birthday, or telephone: refused until somebody says that it is another person. */
async function checkDuplicates(ctx: Ctx, file: { id: string; orgId: OrgId; content: FileContent; before?: FileContent }, cleared: readonly string[]) {
  const { id, orgId, content, before } = file;
  const changed = (field: 'patientName' | 'birthday' | 'patientIdcard' | 'phone'): boolean => before?.[field] !== content[field];
  const found = await findDuplicates(ctx, orgId, content, id, cleared);
  // An edit that leaves these fields alone brings no new likeness.
  const fresh = found.filter(
    ({ reasons }) =>
      (reasons.includes('idcard') && changed('patientIdcard')) ||
      (reasons.includes('name-birthday') && (changed('patientName') || changed('birthday'))) ||
      (reasons.includes('phone') && changed('phone')),
  );
  const same = fresh.find(({ reasons }) => reasons.includes('idcard') && changed('patientIdcard'));
  if (same) refuseAt('patientIdcard', 'same-document', { name: same.row.patientName, code: same.row.outpatientCode });
  if (changed('patientIdcard') && (await isDocumentTaken(ctx, orgId, content.patientIdcard, id))) {
    refuseAt('patientIdcard', 'same-document', { name: NAMELESS, code: NAMELESS });
  }
  // A likeness to a hidden file cannot be looked into, so nobody is asked about it.
  const open = fresh.filter(({ row }) => !cleared.includes(row.id));
  if (open.length > 0) {
    throw new AppError('patient.maybe-duplicate', {
      code: EnvelopeCode.Refused,
      params: { list: open.map(({ row }) => `${row.patientName} ${row.outpatientCode}`).join(LIST_MARK[ctx.language]) },
    });
  }
}

/** @throws AppError `patient.phone-not-granted` at the number that would change, for callers to whom the field was not granted */
function assertMayWritePhones(ctx: Ctx, before: Pick<FileContent, 'phone' | 'contactPhone'>, after: Pick<FileContent, 'phone' | 'contactPhone'>): void {
  if (writesPhones(ctx)) return;
  for (const field of ['phone', 'contactPhone'] as const) if (after[field] !== before[field]) refuseAt(field, 'phone-not-granted');
}

/** A new area is one that can be chosen; what stands there stays, whatever became of it. */
async function assertArea(ctx: Ctx, before: string, { addressArea }: FileContent): Promise<void> {
  if (addressArea === '' || addressArea === before) return;
  if (!(await ctx.optionalService(areaDirectory)?.hold(addressArea))) refuseAt('addressArea', 'area-unknown');
}

/** Codes of the file by the dictionary that the plugin declares of them. */
const CODES = { patientSex: 'sex', patientType: 'patientType', reimWay: 'reimWay' } as const;

/** A code that the site hid is for no new file, and for none that had another. @throws AppError `patient.code-hidden` at its field */
async function assertOffered(ctx: Ctx, before: Partial<FileContent>, after: FileContent): Promise<void> {
  for (const field of ['patientSex', 'patientType', 'reimWay'] as const) {
    const name = await hiddenCode(ctx, CODES[field], String(after[field]), String(before[field] ?? ''));
    if (name !== undefined) refuseAt(field, 'code-hidden', { name });
  }
}

/** Opens a file in the facility of the session. */
export async function createFile(ctx: Ctx, { notDuplicateOf = [], ...body }: PatientCreate): Promise<SavedFile> {
  const today = ctx.clock.today();
  const typed = tidyContent(withLeftOut(body, EMPTY_CONTENT), today);
  refuse(checkContent(typed, today));
  assertMayWritePhones(ctx, { phone: '', contactPhone: '' }, typed);
  await assertArea(ctx, '', typed);
  await assertOffered(ctx, {}, typed);
  const writes = new FileWriteRepo(ctx);
  const { orgId } = ctx.user;
  const id = ctx.newId();
  await writes.lockFacility(orgId);
  await checkAgainstOthers(ctx, writes, { id, orgId, content: typed });
  await checkDuplicates(ctx, { id, orgId, content: typed }, notDuplicateOf);
  const content = await issueNumbers(ctx, writes, orgId, id, typed);
  await writes.insert(id, ctx.user, content);
  await noteChange(ctx, { patientId: id, orgId, act: 'created', fields: firstChanges(content) });
  ctx.message('patient.created', { name: content.patientName, code: content.outpatientCode });
  return { patientId: id, outpatientCode: content.outpatientCode, version: 1 };
}

/** Changes a file. Numbers that were left out stay as they are; an empty outpatient or dialysis number keeps the old one. */
export async function editFile(ctx: Ctx, id: string, { notDuplicateOf = [], version: seen, ...body }: PatientEdit): Promise<SavedFile> {
  const row = await demand(ctx, id);
  await assertNotMerged(ctx, row);
  assertVersion(row.version, seen, 'patient.stale', { name: row.patientName });
  const today = ctx.clock.today();
  const before = contentOf(row);
  const isKept = await isPlanKept(ctx, row);
  const dialysis = isKept
    ? keptPlan(body, before)
    : body.dialysis && { ...body.dialysis, dialysisNo: body.dialysis.dialysisNo || (before.dialysis?.dialysisNo ?? '') };
  // Infections follow the markers of the dialysis file, whatever an older client sends back.
  const { infectedHistory, infectionCheckedOn } = before;
  const infection = isKept ? { infectedHistory, infectionCheckedOn } : {};
  const typed = tidyContent(withLeftOut({ ...body, ...infection, outpatientCode: body.outpatientCode || before.outpatientCode, dialysis }, before), today);
  refuse(checkContent(typed, today));
  assertMayWritePhones(ctx, before, typed);
  await assertArea(ctx, before.addressArea, typed);
  await assertOffered(ctx, before, typed);
  const writes = new FileWriteRepo(ctx);
  await writes.lockFacility(row.orgId);
  await checkAgainstOthers(ctx, writes, { id, orgId: row.orgId, content: typed, before });
  await checkDuplicates(ctx, { id, orgId: row.orgId, content: typed, before }, notDuplicateOf);
  const content = await issueNumbers(ctx, writes, row.orgId, id, typed);
  const fields = changesBetween(before, content);
  if (fields.length === 0) return { patientId: id, outpatientCode: content.outpatientCode, version: row.version };
  const version = await writes.update(row, { content });
  await noteChange(ctx, { patientId: id, orgId: row.orgId, act: 'edited', fields });
  return { patientId: id, outpatientCode: content.outpatientCode, version };
}

/** Takes a file out of use or into use again; asking for the state it has changes nothing. */
export async function setFileState(ctx: Ctx, id: string, wanted: { enableMark: 0 | 1; version: number; reason?: string }): Promise<SavedFile> {
  const writes = new FileWriteRepo(ctx);
  await writes.lockFacility((await demand(ctx, id)).orgId);
  const row = await demand(ctx, id);
  await assertNotMerged(ctx, row);
  assertVersion(row.version, wanted.version, 'patient.stale', { name: row.patientName });
  const enabled = wanted.enableMark === 1;
  const saved = { patientId: id, outpatientCode: row.outpatientCode, version: row.version };
  if (row.enabled === enabled) return saved;
  // Meanwhile somebody else may lie in the bed.
  if (enabled) await checkAgainstOthers(ctx, writes, { id, orgId: row.orgId, content: contentOf(row) });
  const version = await writes.update(row, { enabled });
  await noteChange(ctx, { patientId: id, orgId: row.orgId, act: enabled ? 'enabled' : 'disabled', reason: wanted.reason ?? '', fields: [] });
  return { ...saved, version };
}

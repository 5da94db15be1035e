import { sql } from '@nephra/plugin-sdk/server';
import type { OrgId } from '@nephra/plugin-sdk/contract';
import type { DuplicateReason } from '../../contract/index.ts';
import { readIdCard } from '../../domain/id-card.ts';
import { type Ctx, repoOf } from './patient-call.ts';
import { ownFiles, type PatientStored, patientTable } from './patient.table.ts';

export interface Likeness {
  readonly patientName: string;
  readonly birthday: string | null;
  readonly patientIdcard: string;
  readonly phone: string;
}

export interface FoundDuplicate {
  readonly row: PatientStored;
  readonly reasons: DuplicateReason[];
}

const ORDER: readonly DuplicateReason[] = ['idcard', 'name-birthday', 'phone'];
const MOST = 20;

/** Documents are compared as they are kept: an old ID card of 15 places is the same as its new form. */
function documentForms(typed: string, today: string): string[] {
  const reading = readIdCard(typed, today);
  return [...new Set([typed, typed.toUpperCase(), ...(reading.kind === 'ok' ? [reading.number] : [])])];
}

/** Files of the facility and what they were merged into, whoever may see them: what is found leads to one that the caller sees, or says no more than "taken". */
const filesOf = (ctx: Ctx, orgId: OrgId) =>
  patientTable
    .everywhere(ctx, 'a likeness leads to a file that the caller sees, or says that a document is taken', 'file')
    .clearSelect()
    .where('file.orgId', '=', orgId);

const LEFT = sql<string>`coalesce(file."mergedInto", file.id)`;

/** Files that the caller sees, each with one that matches: itself, or one that was merged into it. */
const matchesIn = (ctx: Ctx, orgId: OrgId, except: string) =>
  filesOf(ctx, orgId)
    .innerJoin(patientTable.as(ownFiles(ctx), 'kept'), (join) => join.on((eb) => eb('kept.id', '=', LEFT)))
    .select('kept.id')
    .distinct()
    .where('kept.id', '<>', except)
    .orderBy('kept.id');

/**
 * Files of the facility that the caller may see and that may be the same person, the surest first. A match in a file that was merged leads
 * to the file that is left. At most twenty for each reason, and as many more as were cleared: of those visible, so that neither hidden ones
 * nor those that somebody has looked at take anybody's place.
 * @param except the file itself
 * @param cleared files that were said to be somebody else; they are found like others
 */
export async function findDuplicates(ctx: Ctx, orgId: OrgId, like: Likeness, except: string, cleared: readonly string[]): Promise<FoundDuplicate[]> {
  const name = like.patientName.trim();
  const [card, phone] = [like.patientIdcard.trim(), like.phone.trim()];
  const matches = matchesIn(ctx, orgId, except).limit(MOST + cleared.length);
  const searches: [DuplicateReason, typeof matches | undefined][] = [
    ['idcard', card === '' ? undefined : matches.where('file.idcard', 'in', documentForms(card, ctx.clock.today()))],
    [
      'name-birthday',
      name === '' || like.birthday === null ? undefined : matches.where('file.patientName', '=', name).where('file.birthday', '=', like.birthday),
    ],
    ['phone', phone === '' ? undefined : matches.where('file.phone', '=', phone)],
  ];
  const reasons = new Map<string, DuplicateReason[]>();
  for (const [reason, search] of searches) {
    for (const { id } of (await search?.execute()) ?? []) reasons.set(id, [...(reasons.get(id) ?? []), reason]);
  }
  const rows = await repoOf(ctx).findMany([...reasons.keys()], [orgId]);
  const rank = (found: FoundDuplicate): number => ORDER.indexOf(found.reasons[0] ?? 'phone') * 10 - found.reasons.length;
  return rows.map((row) => ({ row, reasons: reasons.get(row.id) ?? [] })).sort((one, other) => rank(one) - rank(other));
}

/** Whether another file of the facility, visible or not, has this document. */
export async function isDocumentTaken(ctx: Ctx, orgId: OrgId, typed: string, except: string): Promise<boolean> {
  const card = typed.trim();
  if (card === '') return false;
  const others = filesOf(ctx, orgId).where(LEFT, '<>', except);
  const taken = others.select('file.id').where('file.idcard', 'in', documentForms(card, ctx.clock.today())).limit(1);
  return (await taken.executeTakeFirst()) !== undefined;
}

import type { Kysely } from '@nephra/plugin-sdk/server';
import type { DuplicateReason } from '../contract/index.ts';
import { readIdCard } from '../domain/id-card.ts';
import { type Ctx, repoOf } from './patient-call.ts';
import { type PatientRecord, PatientRepo } from './patient.repo.ts';
import type { PatientDb } from './tables.ts';

export interface Likeness {
  readonly patientName: string;
  readonly birthday: string | null;
  readonly patientIdcard: string;
  readonly phone: string;
}

export interface FoundDuplicate {
  readonly row: PatientRecord;
  readonly reasons: DuplicateReason[];
}

const ORDER: readonly DuplicateReason[] = ['idcard', 'name-birthday', 'phone'];
const MOST = 20;

/** Documents are compared as they are kept: an old ID card of 15 places is the same as its new form. */
function documentForms(typed: string, today: string): string[] {
  const reading = readIdCard(typed, today);
  return [...new Set([typed, typed.toUpperCase(), ...(reading.kind === 'ok' ? [reading.number] : [])])];
}

/**
 * Files of the facility that may be the same person, the surest first. A match in a file that was merged leads to the file that is left.
 * @param except the file itself
 */
export async function findDuplicates(db: Kysely<PatientDb>, orgId: string, like: Likeness, except: string, today: string): Promise<FoundDuplicate[]> {
  const name = like.patientName.trim();
  const [card, phone] = [like.patientIdcard.trim(), like.phone.trim()];
  const matches = db.selectFrom('patient.patient').select(['id', 'merged_into']).where('org_id', '=', orgId).limit(MOST);
  const searches: [DuplicateReason, typeof matches | undefined][] = [
    ['idcard', card === '' ? undefined : matches.where('idcard', 'in', documentForms(card, today))],
    ['name-birthday', name === '' || like.birthday === null ? undefined : matches.where('patient_name', '=', name).where('birthday', '=', like.birthday)],
    ['phone', phone === '' ? undefined : matches.where('phone', '=', phone)],
  ];
  const reasons = new Map<string, DuplicateReason[]>();
  for (const [reason, search] of searches) {
    for (const { id, merged_into } of (await search?.execute()) ?? []) {
      const left = merged_into ?? id;
      if (left === except || reasons.get(left)?.includes(reason)) continue;
      reasons.set(left, [...(reasons.get(left) ?? []), reason]);
    }
  }
  const rows = await new PatientRepo(db).findMany([...reasons.keys()], [orgId]);
  const rank = (found: FoundDuplicate): number => ORDER.indexOf(found.reasons[0] ?? 'phone') * 10 - found.reasons.length;
  return rows.map((row) => ({ row, reasons: reasons.get(row.id) ?? [] })).sort((one, other) => rank(one) - rank(other));
}

/** Those of them that the caller may see. */
export async function seenAmong(ctx: Ctx, found: readonly FoundDuplicate[]): Promise<FoundDuplicate[]> {
  const seen = await repoOf(ctx).findMany(
    found.map(({ row }) => row.id),
    ctx.user.orgIds,
  );
  return found.filter(({ row }) => seen.some(({ id }) => id === row.id));
}

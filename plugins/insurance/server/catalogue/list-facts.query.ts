import type { OrgId } from '@nephra/plugin-sdk/contract';
import { type Kysely, pick, type RawBuilder, sql } from '@nephra/plugin-sdk/server';
import { GOODS } from '../../domain/catalogue/catalogue-layout.ts';
import type { Grade } from '../../domain/fee-split.ts';
import type { InsuranceTables } from '../insurance-tables.ts';

export interface FactsAsked {
  readonly orgId: OrgId;
  /** `YYYY-MM-DD` */
  readonly today: string;
  /** Level of the facility (hilist_lmtpric_type). */
  readonly level: string;
}

/** In force today, the facility's own area before others, the newest first. */
const current = (alias: string, { orgId, today }: FactsAsked) => {
  const column = (name: string) => sql.ref(`${alias}.${name}`);
  // rows: of the facility that is asked for; whoever asks works for it
  return {
    holds: sql`${column('org_id')} = ${orgId} and ${column('valid')} and ${column('begn_date')} <= ${today} and (${column('end_date')} = '' or ${column('end_date')} >= ${today})`,
    order: sql`(${column('area')} = coalesce((select mdtrtarea_admvs from insurance.connection where org_id = ${orgId}), '')) desc, ${column('begn_date')} desc`,
  };
};

/**
 * Joins of the facts behind a national code: `item` (national list), `entry` (the insurer's own list), `cap`. Standing columns: `grade`,
 * `limited`, `cap` of those aliases.
 */
export function factJoins(code: RawBuilder<unknown>, asked: FactsAsked): RawBuilder<unknown> {
  const [link, entry, cap] = [current('l', asked), current('e', asked), current('c', asked)];
  // rows: of the facility that is asked for; whoever asks works for it
  return sql`
    left join insurance.national_item item on item.org_id = ${asked.orgId} and item.code = ${code}
    left join lateral (select l.to_code from insurance.list_link l where l.kind = '1316' and l.from_code = ${code} and ${link.holds} order by ${link.order} limit 1) link on true
    left join lateral (select e.hilist_code, e.grade, e.limited from insurance.list_entry e
      where e.hilist_code = coalesce(link.to_code, ${code}) and ${entry.holds} order by ${entry.order} limit 1) entry on true
    left join lateral (select c.cap from insurance.price_cap c where c.hilist_code = coalesce(link.to_code, ${code}) and c.cap_type in (${asked.level}, '') and ${cap.holds}
      order by c.cap_type desc, ${cap.order} limit 1) cap on true`;
}

/** What the patient bears himself of a code, `share.share`; behind the joins above. */
function shareJoin(code: RawBuilder<unknown>, asked: FactsAsked): RawBuilder<unknown> {
  const share = current('s', asked);
  // rows: of the facility that is asked for; whoever asks works for it
  return sql`
    left join lateral (select s.share from insurance.own_share s where s.hilist_code = coalesce(link.to_code, ${code}) and s.share_type in ('10', '') and ${share.holds}
      order by (s.person_type in ('', '0', '00', '99')) desc, s.share desc, ${share.order} limit 1) share on true`;
}

export interface ListedCode {
  readonly code: string;
  readonly listed: boolean;
  readonly grade: Grade;
  /** Six decimals; empty = no cap. */
  readonly cap: string;
  readonly share: string;
  readonly limited: boolean;
  readonly limitText: string;
}

/** What the insurer's list says of national codes today. */
export async function listedCodes(db: Kysely<InsuranceTables>, asked: FactsAsked, codes: readonly string[]): Promise<Map<string, ListedCode>> {
  const wanted = [...new Set(codes)].filter((code) => code !== '');
  if (wanted.length === 0) return new Map();
  const { rows } = await sql<{
    code: string;
    listed: boolean;
    grade: Grade;
    cap: string | null;
    share: string | null;
    limited: boolean;
    limit_text: string | null;
  }>`
    select want.code, (coalesce(item.valid, false) or entry.hilist_code is not null) as listed, coalesce(nullif(entry.grade, ''), item.grade, '') as grade,
      cap.cap::text as cap, share.share::text as share, coalesce(entry.limited, item.limited, false) as limited, item.limit_text
    from unnest(${wanted}::text[]) as want(code) ${factJoins(sql.ref('want.code'), asked)} ${shareJoin(sql.ref('want.code'), asked)}`.execute(db);
  return new Map(
    rows.map((row) => [
      row.code,
      {
        ...pick(row, 'code', 'listed', 'grade', 'limited'),
        cap: row.cap ?? '',
        share: row.share ?? '0.0000',
        limitText: row.limit_text ?? '',
      },
    ]),
  );
}

/** Parts of the national list of which the facility has any row: one look each, however long they are. */
export async function listTypesHere(db: Kysely<InsuranceTables>, orgId: OrgId): Promise<string[]> {
  // rows: of the facility that is asked for; whoever asks works for it
  const { rows } = await sql<{ kind: keyof typeof GOODS }>`
    select want.kind from unnest(${Object.keys(GOODS)}::text[]) as want(kind)
    where exists (select 1 from insurance.national_item item where item.org_id = ${orgId} and item.kind = want.kind)`.execute(db);
  return rows.flatMap(({ kind }) => GOODS[kind] ?? []);
}

/** Codes behind the facility's entries on a day: what was mapped, nothing else. */
export async function mappedCodes(db: Kysely<InsuranceTables>, orgId: OrgId, drugIds: readonly string[], day: string): Promise<Map<string, string>> {
  if (drugIds.length === 0) return new Map();
  // rows: of the facility that is asked for; whoever asks works for it
  const rows = await db
    .selectFrom('insurance.mapping')
    .select(['drug_id', 'code'])
    .where('org_id', '=', orgId)
    .where('drug_id', 'in', [...new Set(drugIds)])
    .where('begn_date', '<=', day)
    .where(({ eb, or }) => or([eb('end_date', '=', ''), eb('end_date', '>=', day)]))
    .orderBy('begn_date')
    .orderBy('created_at')
    .execute();
  // The later one counts where two touch the same day.
  return new Map(rows.map((row) => [row.drug_id, row.code]));
}

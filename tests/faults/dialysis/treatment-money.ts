import { sql } from 'kysely';
import { pharmacyInvariants } from '../../../plugins/pharmacy/server/invariants.ts';
import type { Database } from '../../../shell/server/db/index.ts';

interface Charged {
  readonly id: string;
  readonly prescriptions: number;
  readonly named: boolean;
  readonly items: number;
  readonly dialysers: number;
  readonly twice: number;
  readonly total: number;
  readonly lines: number;
}

const centsOf = (yuan: string | number): number => Math.round(Number(yuan) * 100);

/**
 * What closed treatments were charged with, and what left stock for them.
 * @param since prescriptions of before are the demo's; those of other people too
 * @returns what is wrong, as sentences, and how many treatments were looked at
 */
export async function moneyOf(db: Database, ids: readonly string[], since: Date): Promise<{ wrong: string[]; treatments: number }> {
  const wrong: string[] = [];
  const tables = db.kyselyFor<object>();
  const rows = await sql<Charged>`
    select s.id, count(distinct p.dp_id)::int as prescriptions, bool_and(p.dp_id = s.prescription_id) as named,
      count(*) filter (where d.kind = 'item')::int as items, count(*) filter (where d.drug_name like '%透析器%')::int as dialysers,
      (count(*) - count(distinct d.drug_id))::int as twice, max(r.total_price)::float8 as total, sum(d.sub_total)::float8 as lines
    from dialysis_session.session s
    join prescription.proposal p on p.key = 'dialysis-session/' || s.id
    join prescription.prescription r on r.id = p.dp_id
    join prescription.detail d on d.dp_id = r.id
    where s.id in (${sql.join([...ids])}) and s.state = 5
    group by s.id`.execute(tables);
  for (const { id, prescriptions, named, items, dialysers, twice, total, lines } of rows.rows) {
    if (prescriptions !== 1 || !named) wrong.push(`${id}: ${prescriptions} prescriptions, named ${named}`);
    if (items !== 1 || dialysers !== 1 || twice !== 0) wrong.push(`${id}: ${items} items, ${dialysers} dialysers, ${twice} lines twice`);
    if (centsOf(total) !== centsOf(lines)) wrong.push(`${id}: ${total} of lines worth ${lines}`);
  }
  // All that was written since, by whatever way, is what these treatments are charged with.
  const written = await sql<{ n: number; total: number }>`
    select count(*)::int as n, coalesce(sum(total_price), 0)::float8 as total from prescription.prescription where created_at >= ${since} and creator_id in ('user-nurse', 'user-treatnurse')`.execute(
    tables,
  );
  const sum = rows.rows.reduce((all, { total }) => all + centsOf(total), 0);
  const [all] = written.rows;
  if (all?.n !== rows.rows.length || centsOf(all.total) !== sum) wrong.push(`${all?.n} prescriptions worth ${all?.total} for ${rows.rows.length} treatments`);
  const goods = await sql<{ source_key: string; wanted: number; moved: number }>`
    select u.source_key, sum(u.wanted - u.missing)::float8 as wanted, coalesce(sum(l.quantity), 0)::float8 as moved from pharmacy.used_goods u
    left join (select used_id, sum(quantity) as quantity from pharmacy.used_lot group by used_id) l on l.used_id = u.id
    where u.source_key in (${sql.join(ids.map((id) => `dialysis-session/${id}`))}) group by u.source_key`.execute(tables);
  for (const { source_key, wanted, moved } of goods.rows) if (wanted !== moved) wrong.push(`${source_key}: ${moved} of ${wanted} left stock`);
  for (const { name, sql: broken } of pharmacyInvariants)
    await db
      .script(`do $check$ begin if exists (${broken}) then raise exception 'broken'; end if; end $check$`)
      .catch((error: unknown) => wrong.push(`${name}: ${String(error)}`));
  return { wrong, treatments: rows.rows.length };
}

import { DAY_MS, dayOf, type OrgId, parseDay, quantityToWire } from '@nephra/plugin-sdk/contract';
import { type Job, type MessageSender, messageSender, type ServerContext, sql } from '@nephra/plugin-sdk/server';
import { NEAR_EXPIRY_DAYS } from '../../domain/stock/expiry.ts';
import { EXPIRED_LOT, FROM_PHARMACY, LOW_STOCK, NEAR_LOT, namesText } from '../../domain/warnings/warning-texts.ts';
import type { PharmacyTables } from '../pharmacy-tables.ts';
import { PHARMACY_MENU } from '../queue-row-filter.ts';
import { lotTable } from '../stock/lot.table.ts';

type Ctx = ServerContext<PharmacyTables>;
const PHARMACISTS = ['pharmacist'];
/** Lots of a facility that are told in one run: a new system has hundreds, and the rest comes with the next days. */
const LOTS_A_RUN = 20;

/** Items of all facilities of which less can be handed out than they want kept. */
async function lowItems(ctx: Ctx): Promise<ReadonlyMap<OrgId, string[]>> {
  const today = ctx.clock.today();
  // rows: of every facility; each is told to pharmacists of its own
  const { rows } = await sql<{ org_id: OrgId; drug_name: string }>`
    select item.org_id, item.drug_name from pharmacy.item as item
    where item.minimum > 0 and item.minimum > coalesce((select sum(lot.on_hand - lot.reserved) from pharmacy.lot as lot
      where lot.org_id = item.org_id and lot.drug_id = item.drug_id and lot.on_hand > lot.reserved and not lot.frozen and lot.expires_on >= ${today}::date), 0)
    order by item.org_id, item.drug_name`.execute(ctx.db);
  const byOrg = new Map<OrgId, string[]>();
  for (const { org_id, drug_name } of rows) byOrg.set(org_id, [...(byOrg.get(org_id) ?? []), drug_name]);
  return byOrg;
}

async function tellLowItems(ctx: Ctx, sender: MessageSender): Promise<number> {
  let told = 0;
  for (const [organisation, names] of await lowItems(ctx)) {
    const named = namesText(names);
    const { zh, zhtw, en } = LOW_STOCK.text;
    const { sent } = await sender.send({
      ...{ kind: 'pharmacy.lowStock', title: LOW_STOCK.title, params: { n: names.length }, from: FROM_PHARMACY, urgency: 'important' },
      // Names differ from language to language: they are no parameter.
      text: { zh: zh.replace('{names}', () => named.zh), zhtw: zhtw.replace('{names}', () => named.zhtw), en: en.replace('{names}', () => named.en) },
      receivers: [{ organisation, roles: PHARMACISTS }],
      link: { menu: PHARMACY_MENU, query: names.length === 1 ? { item: names[0] ?? '' } : {} },
      key: `pharmacy.lowStock/${organisation}/${ctx.clock.today()}`,
    });
    if (sent) told += 1;
  }
  return told;
}

/** Facilities that keep goods. */
async function facilities(ctx: Ctx): Promise<OrgId[]> {
  // rows: which facilities there are
  const rows = await ctx.db.selectFrom('pharmacy.item').select('org_id').distinct().orderBy('org_id').execute();
  return rows.map(({ org_id }) => org_id as OrgId);
}

/** Lots of a facility on hand that expire soon, or have expired: each is told once as the one and once as the other. @returns how many were told */
async function tellLots(ctx: Ctx, sender: MessageSender, orgId: OrgId): Promise<number> {
  const today = ctx.clock.today();
  const until = dayOf(parseDay(today) + NEAR_EXPIRY_DAYS * DAY_MS);
  const lots = await lotTable
    .everywhere(ctx, 'lots of one facility, told to pharmacists of it', 'lot')
    .where('lot.orgId', '=', orgId)
    .where('lot.onHand', '>', '0')
    .where('lot.expiresOn', '<=', until)
    .orderBy('lot.expiresOn')
    .orderBy('lot.id')
    .execute();
  let told = 0;
  for (const lot of lots) {
    if (told === LOTS_A_RUN) break;
    const expired = lot.expiresOn < today;
    const { sent } = await sender.send({
      ...(expired ? { kind: 'pharmacy.expiredLot', ...EXPIRED_LOT, urgency: 'important' } : { kind: 'pharmacy.nearLot', ...NEAR_LOT, urgency: 'normal' }),
      params: { drug: lot.drugName, spec: lot.drugSpec, lot: lot.lotNo, day: lot.expiresOn, left: quantityToWire(lot.onHand), unit: lot.unit },
      ...{ from: FROM_PHARMACY, receivers: [{ organisation: orgId, roles: PHARMACISTS }] },
      link: { menu: PHARMACY_MENU, query: { lot: lot.lotNo } },
      key: `pharmacy.${expired ? 'expired' : 'near'}Lot/${lot.id}`,
    });
    if (sent) told += 1;
  }
  return told;
}

/** Messages to pharmacists of what the shelves lack and what is about to expire; nothing where no plugin sends messages. */
export const stockWarningsJob: Job<PharmacyTables> = {
  name: 'stock-warnings',
  title: { zh: '库存提醒', zhtw: '庫存提醒', en: 'Warnings of stock' },
  purpose: {
    zh: '每天提醒药师低于下限的药品与耗材，以及临近效期和过期的批次',
    zhtw: '每天提醒藥師低於下限的藥品與耗材，以及臨近效期和過期的批號',
    en: 'Tells pharmacists each day what is below its minimum, and which lots expire',
  },
  when: { cron: '30 7 * * *' },
  run: async (ctx, { log }) => {
    const sender = ctx.optionalService(messageSender);
    if (!sender) return;
    const low = await tellLowItems(ctx, sender);
    let lots = 0;
    for (const orgId of await facilities(ctx)) lots += await tellLots(ctx, sender, orgId);
    if (low + lots > 0) log(`${low} facilities with low stock, ${lots} lots`);
  },
};

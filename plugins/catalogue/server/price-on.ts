import { type RawBuilder, sql } from '@nephra/plugin-sdk/server';

/**
 * Price of the row `entry` around on a business day, as numeric text: the latest that is valid by then, of two for the same day the one written
 * last; before the first price, the first. Withdrawn ones do not count (domain/price-of-day.ts).
 * @param day `YYYY-MM-DD`
 */
// rows: prices of the entry around; prescribing asks for each line
export const priceOn = (day: string): RawBuilder<string> => sql<string>`(
  select dated.price from catalogue.price as dated
  where dated.org_id = entry."orgId" and dated.drug_id = entry."drugId"
    and not exists (select 1 from catalogue.price_withdrawal as gone where gone.price_id = dated.id)
  order by dated.valid_from <= ${day}::date desc,
    case when dated.valid_from <= ${day}::date then dated.valid_from end desc, dated.valid_from, dated.seq desc limit 1)`;

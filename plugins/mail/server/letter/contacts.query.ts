import { type SqlBool, sql } from '@nephra/plugin-sdk/server';
import type { MailAddressView } from '../../contract/mail.contract.ts';
import { isMailAddress } from '../../domain/address.ts';
import { oneLine } from '../../domain/header-text.ts';
import type { Ctx } from '../tables/tables.ts';

const MAX_OFFERED = 20;

/** Colleagues in use of the caller's organisations with the address that stands in their account, else that of their mailbox. */
export async function findContacts(ctx: Ctx, keyword: string): Promise<MailAddressView[]> {
  const word = oneLine(keyword, keyword.length + 1);
  const orgIds = [...ctx.user.orgIds];
  // rows: names and addresses for writing to colleagues; who works elsewhere is not offered
  const { rows } = await sql<{ name: string; address: string }>`
    select account.real_name as name, coalesce(nullif(account.email, ''), own.address) as address
    from core.user_account as account left join mail.account as own on own.user_id = account.id
    where account.deleted_at is null and account.enabled
      and (account.org_id = any(${orgIds}::text[])
        or account.id in (select place.user_id from core.user_org as place where place.org_id = any(${orgIds}::text[])))
      and coalesce(nullif(account.email, ''), own.address) is not null
      and ${
        word === ''
          ? sql<SqlBool>`true`
          : sql<SqlBool>`(position(lower(${word}) in lower(account.real_name)) > 0 or position(lower(${word}) in lower(account.account)) > 0
        or position(lower(${word}) in lower(coalesce(nullif(account.email, ''), own.address))) > 0)`
      }
    order by account.real_name, account.id limit ${MAX_OFFERED}`.execute(ctx.db);
  return rows.filter(({ address }) => isMailAddress(address));
}

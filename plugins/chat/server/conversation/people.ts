import { type Contact, contacts } from '../../../permission/contract/index.ts';
import type { Ctx } from '../tables/tables.ts';

/** People by id, as the caller may write to them. */
export const peopleOf = (ctx: Ctx, ids: readonly string[]): Promise<ReadonlyMap<string, Contact>> => ctx.service(contacts).look(ctx.user, ids);

/** Somebody whose account is gone without a trace. */
export const nobody = (id: string): Contact => ({ id, account: '', realName: '', headIcon: '', open: false, reachable: false });

import { grantCode, type ReplyOf } from '@nephra/plugin-sdk/contract';
import { columnGuard } from '@nephra/plugin-sdk/server';
import type { PatientFile, PatientRow, patientContract } from '../../contract/index.ts';
import type { Ctx } from './patient-call.ts';

const MENU = 'his.patient';
const PHONES = ['phone', 'contactPhone'] as const;
const phones: readonly string[] = PHONES;

/** Rows and files without the columns that were not granted to the caller. */
export const shownRow = (ctx: Ctx) => columnGuard<PatientRow>(ctx, MENU, { phone: ['phone'] });
export const shownFile = (ctx: Ctx) => columnGuard<PatientFile>(ctx, MENU, { phone: PHONES });
export const shownNumbers = (ctx: Ctx) => columnGuard<ReplyOf<typeof patientContract.routes.reveal>>(ctx, MENU, { phone: PHONES });

/** Whether the caller may write telephone numbers: the form's field is granted apart from the column. */
export const writesPhones = (ctx: Ctx): boolean => ctx.can(grantCode('form', MENU, 'phone'));

const seesPhones = (ctx: Ctx): boolean => ctx.can(grantCode('column', MENU, 'phone'));

/** Whether files may be looked for by a telephone number: a hit says whose it is. */
export const findsByPhone = (ctx: Ctx): boolean => seesPhones(ctx) || writesPhones(ctx);

/** Changes and comparisons field by field, without those that the caller's column codes do not grant. */
export function shownFields<Field extends { readonly field: string }>(ctx: Ctx, fields: readonly Field[]): Field[] {
  const sees = seesPhones(ctx);
  return fields.filter(({ field }) => sees || !phones.includes(field));
}

import type { WebContext } from '@nephra/plugin-sdk/web';
import type { WholeSession } from '../../contract/session.schema.ts';
import { SHEET_CSS, ordersHtml, sheetHtml } from './sheet.html.ts';

type Shell = Pick<WebContext, 'print' | 't' | 'user'>;

/** Without the group that it belongs to, as on the other papers. */
const facilityOf = ({ organizeName }: Shell['user']): string => organizeName.split('/').at(-1) ?? '';

/** 血液透析治疗记录单 of one treatment. */
export const printSheet = ({ print, t, user }: Shell, whole: WholeSession): void =>
  print({ title: `${t('paper.sheet')} ${whole.patient.name} ${whole.date}`, html: sheetHtml(t, whole, facilityOf(user)), css: SHEET_CSS });

/** 医嘱执行单 of one treatment. */
export const printOrders = ({ print, t, user }: Shell, whole: WholeSession): void =>
  print({ title: `${t('paper.orders')} ${whole.patient.name} ${whole.date}`, html: ordersHtml(t, whole, facilityOf(user)), css: SHEET_CSS });

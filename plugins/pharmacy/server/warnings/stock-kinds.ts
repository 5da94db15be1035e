import { inLanguages as text } from '@nephra/plugin-sdk/contract';
import { messageKind, type MessageKind } from '@nephra/plugin-sdk/server';
import type { PharmacyTables } from '../pharmacy-tables.ts';

const LOT = { drug: 'open', spec: 'open', lot: 'open', day: 'open', left: 'open', unit: 'open' } as const;

/** Warnings of stock, as people choose how to hear of them. Goods and lots name no patient, so they may be said outside. */
const KINDS: readonly MessageKind[] = [
  {
    ...{ code: 'pharmacy.lowStock', title: text('库存低于下限', '庫存低於下限', 'Low stock'), urgency: 'important', channels: ['mail'], params: { n: 'open' } },
    outside: text(
      '有{n}种药品或耗材低于下限，请登录系统查看并补货。',
      '有 {n} 種藥品或耗材低於下限，請登入系統查看並補貨。',
      '{n} items are below their minimum. Sign in to see which.',
    ),
  },
  {
    ...{ code: 'pharmacy.nearLot', title: text('批次临近效期', '批號臨近效期', 'Lot that expires soon'), urgency: 'normal', channels: [], params: LOT },
    outside: text(
      '{drug}批号{lot}将于{day}到期，现存{left}{unit}。',
      '{drug} 批號 {lot} 將於 {day} 到期，現存 {left}{unit}。',
      '{drug}, lot {lot}, expires on {day}; {left} {unit} are left.',
    ),
  },
  {
    ...{ code: 'pharmacy.expiredLot', title: text('批次已过期', '批號已過期', 'Expired lot'), urgency: 'important', channels: ['mail'], params: LOT },
    outside: text(
      '{drug}批号{lot}已于{day}到期，现存{left}{unit}，请按规定处置。',
      '{drug} 批號 {lot} 已於 {day} 到期，現存 {left}{unit}，請依規定處置。',
      '{drug}, lot {lot}, expired on {day}; {left} {unit} are left.',
    ),
  },
];
export const stockKinds = KINDS.map((kind) => messageKind<PharmacyTables>(kind));

import { inLanguages as text, type TextByLanguage } from '@nephra/plugin-sdk/contract';

/** Goods that a message names; the page lists all. */
export const MAX_NAMED = 10;

export const FROM_PHARMACY = text('药房', '藥房', 'Pharmacy');

export const LOW_STOCK = {
  title: text('{n}种药品或耗材低于下限', '{n} 種藥品或耗材低於下限', '{n} items are below their minimum'),
  text: text('{names}。请及时补货。', '{names}。請及時補貨。', '{names}. Please restock.'),
} as const;

export const NEAR_LOT = {
  title: text('批次临近效期：{drug}', '批號臨近效期：{drug}', 'A lot expires soon: {drug}'),
  text: text(
    '{drug}（{spec}）批号{lot}将于{day}到期，现存{left}{unit}，请优先使用。',
    '{drug}（{spec}）批號 {lot} 將於 {day} 到期，現存 {left}{unit}，請優先使用。',
    '{drug} ({spec}), lot {lot}, expires on {day}; {left} {unit} are left. Use it first.',
  ),
} as const;

export const EXPIRED_LOT = {
  title: text('批次已过期：{drug}', '批號已過期：{drug}', 'A lot has expired: {drug}'),
  text: text(
    '{drug}（{spec}）批号{lot}已于{day}到期，现存{left}{unit}，请按规定处置。',
    '{drug}（{spec}）批號 {lot} 已於 {day} 到期，現存 {left}{unit}，請依規定處置。',
    '{drug} ({spec}), lot {lot}, expired on {day}; {left} {unit} are left. Dispose of it as prescribed.',
  ),
} as const;

/** Names of goods in one line; how many follow where there are more. */
export function namesText(names: readonly string[]): TextByLanguage {
  const shown = names.slice(0, MAX_NAMED);
  const more = names.length - shown.length;
  const [zh, en] = [shown.join('、'), shown.join(', ')];
  if (more === 0) return text(zh, zh, en);
  return text(`${zh}等`, `${zh}等`, `${en} and ${more} more`);
}

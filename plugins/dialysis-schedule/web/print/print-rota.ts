import { dayAfter, type ReplyOf, weekdayOf } from '@nephra/plugin-sdk/contract';
import type { WebContext } from '@nephra/plugin-sdk/web';
import { sheetText } from '@nephra/plugin-sdk/widgets';
import type { RotaRow } from '../../contract/board.schema.ts';
import type { planContract } from '../../contract/plan.contract.ts';
import { facilityOf, LIST_CSS } from './paper.ts';

const CSS = `${LIST_CSS}.rota .shift{width:64px}.rota td{height:22mm}.rota div{white-space:nowrap;overflow:hidden;text-overflow:ellipsis}.rota del{color:#555}`;

/** A week as it was read. */
interface RotaWeek {
  readonly rota: ReplyOf<(typeof planContract)['routes']['rota']> | null;
  readonly days: readonly string[];
  readonly monday: string;
}

/** Who works in the week that is shown, to be hung up: days across, shifts down; who is absent stands struck out, without the reason: that is nothing for a wall. */
export function printRota({ t, print, user }: WebContext, { rota, days, monday }: RotaWeek): void {
  if (!rota) return;
  const person = ({ duty, userName, zone, absent }: RotaRow): string => {
    const name = sheetText([duty === 'doctor' ? t('rota.doctorMark') : '', userName, zone].filter(Boolean).join(' '));
    return absent ? `<div><del>${name}</del> ${sheetText(t('rota.absent'))}</div>` : `<div>${name}</div>`;
  };
  const cellOf = (date: string, shiftId: string): string => {
    const load = rota.loads.find((one) => one.date === date && one.shiftId === shiftId);
    const people = rota.list.filter((row) => row.date === date && row.shiftId === shiftId);
    const numbers = load ? `<small>${sheetText(t('load.short', { patients: load.patients, nurses: load.nurses }))}</small>` : '';
    return `<td>${people.map(person).join('')}${numbers}</td>`;
  };
  const head = days.map((date) => `<th>${sheetText(`${t(`weekday.${weekdayOf(date)}`)} ${date.slice(5)}`)}</th>`).join('');
  const body = rota.shifts.map(({ shiftId, name }) => `<tr><th>${sheetText(name)}</th>${days.map((date) => cellOf(date, shiftId)).join('')}</tr>`).join('');
  const when = `${monday} – ${dayAfter(monday, 6)}`;
  const title = t('rota.title');
  print({
    title: `${title} ${when}`,
    html: `<h1>${sheetText(facilityOf(user))} ${sheetText(title)}</h1><p>${sheetText(when)}</p><table class="rota"><thead><tr><th class="shift">${sheetText(t('board.shift'))}</th>${head}</tr></thead><tbody>${body}</tbody></table>`,
    css: CSS,
  });
}

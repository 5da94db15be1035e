import { weekdayOf } from '@nephra/plugin-sdk/contract';
import { createClient, type WebContext } from '@nephra/plugin-sdk/web';
import { sheetText } from '@nephra/plugin-sdk/widgets';
import { boardContract } from '../../contract/board.contract.ts';
import type { BoardStore } from '../board/board.store.ts';
import { spanOf } from '../board/board-days.ts';
import { facilityOf, LIST_CSS } from './paper.ts';

const CSS = `${LIST_CSS}
.station{width:56px}.week{font-size:9px}.week th{overflow-wrap:normal;font-size:8px}.week .station{width:44px}.week small{display:block;font-size:7.5px;white-space:nowrap}
.week td span{display:-webkit-box;overflow:hidden;-webkit-box-orient:vertical;-webkit-line-clamp:3}tbody tr>:first-child{white-space:nowrap}section{break-after:page}section:last-child{break-after:auto}
`;
const cell = (tag: 'td' | 'th', text: string, more = ''): string => `<${tag}${more}>${text}</${tag}>`;

/** The board that is shown, as a list on paper: stations down, shifts across. No word of an infection stands on it but the letter of the zone. */
export function printBoard({ t, print, user }: WebContext, store: BoardStore): void {
  const { rows, columns } = store;
  const { view, day } = store.shown;
  const span = spanOf(view, day);
  const when = view === 'day' ? `${day} ${t(`weekday.${weekdayOf(day)}`)}` : `${span[0]} – ${span[1]}`;
  const shifts = columns.map(({ shift }) => cell('th', sheetText(view === 'day' ? `${shift.name} ${shift.startTime}` : shift.name))).join('');
  const station = (more: string): string => cell('th', sheetText(t('board.station')), ` class="station"${more}`);
  // Of a week each day stands once, above its shifts: twenty-one columns have no room for it.
  const days = [...new Set(columns.map(({ date }) => date))].map((date) => {
    const width = columns.filter((column) => column.date === date).length;
    return cell('th', sheetText(`${date.slice(5)} ${t(`weekday.${weekdayOf(date)}`)}`), ` colspan="${width}"`);
  });
  const head = view === 'day' ? `<tr>${station('')}${shifts}</tr>` : `<tr>${station(' rowspan="2"')}${days.join('')}</tr><tr>${shifts}</tr>`;
  const body = rows
    .map(({ station, cells }) => {
      const places = cells.map((slot) => {
        if (slot === 'hidden') return cell('td', `<small>${sheetText(t('board.hidden'))}</small>`);
        return cell('td', slot ? `<span>${sheetText(slot.patientName)}</span> <small>${sheetText(slot.mode ?? '')}</small>` : '');
      });
      return `<tr>${cell('th', sheetText(`${station.code} ${station.zone}`))}${places.join('')}</tr>`;
    })
    .join('');
  const html = `<h1>${sheetText(facilityOf(user))} ${sheetText(t('title'))}</h1><p>${sheetText(when)}</p><table class="${view}"><thead>${head}</thead><tbody>${body}</tbody></table>`;
  print({ title: `${t('title')} ${when}`, html, css: CSS });
}

/** What is to be laid out, a page for each shift of the day, from the prescriptions in force. */
export async function printPreparation(ctx: WebContext, store: BoardStore): Promise<void> {
  const { t } = ctx;
  const client = createClient(boardContract, ctx.http);
  const shifts = store.board.shifts.filter(({ shiftId }) => store.shiftId === '' || shiftId === store.shiftId);
  const heads = ['station', 'patient', 'mode', 'dialyser', 'perfusor', 'anticoagulant', 'access', 'allergies', 'remark'] as const;
  const pages = [];
  for (const shift of shifts) {
    const { data } = await client.preparation({ query: { date: store.day, shiftId: shift.shiftId } });
    const lines = data.list.map((one) => {
      const minutes = one.minutes === null ? '' : ` ${t('print.minutes', { n: one.minutes })}`;
      const texts = [
        `${one.stationCode} ${one.zone}`,
        `${one.patientName} ${one.dialysisNo}`,
        `${one.mode}${minutes}`,
        ...[one.dialyser, one.perfusor, one.anticoagulant, one.access, one.allergies.join(t('listMark')), one.remark],
      ];
      return `<tr>${texts.map((text) => cell('td', sheetText(text))).join('')}</tr>`;
    });
    const head = heads.map((name) => cell('th', sheetText(t(`print.${name}`)), name === 'station' ? ' class="station"' : '')).join('');
    pages.push(
      `<section><h1>${sheetText(facilityOf(ctx.user))} ${sheetText(t('print.preparation'))}</h1><p>${sheetText(`${store.day} ${shift.name} · ${t('print.count', { n: lines.length })}`)}</p>` +
        `<table><thead><tr>${head}</tr></thead><tbody>${lines.join('')}</tbody></table></section>`,
    );
  }
  ctx.print({ title: `${t('print.preparation')} ${store.day}`, html: pages.join(''), css: CSS });
}

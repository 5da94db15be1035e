import { formatInstant, moneyFromWire, moneyToText } from '@nephra/plugin-sdk/contract';
import type { WebContext } from '@nephra/plugin-sdk/web';
import { sheetText } from '@nephra/plugin-sdk/widgets';
import type { PrintReply } from '../../contract/index.ts';
import { allergiesText, dpTypeText, payerText, personText } from '../vocabulary.ts';

type Text = WebContext['t'];
type Sheet = PrintReply['sheets'][number];
type Row = Sheet['rows'][number];

const yuan = (amount: number): string => moneyToText(moneyFromWire(amount));

function facts(t: Text, rx: PrintReply): string {
  const pairs: readonly (readonly [string, string])[] = [
    [t('print.patient'), rx.patientName],
    [t('print.person'), personText(t, rx, ' ')],
    [t('print.outpatientCode'), rx.outpatientCode],
    [t('head.reimWay'), payerText(t, rx.reimWay)],
    [t('head.dpType'), dpTypeText(t, rx.dpType)],
    [t('head.dpDate'), formatInstant(rx.dpDate)],
    ...(rx.patientIdcard === '' ? [] : [[t('print.idcard'), rx.patientIdcard] as const]),
    [t('print.diagnosis'), rx.diagnosis.map(({ name }) => name).join(t('listMark')) || '–'],
    [t('patient.allergies'), allergiesText(t, rx)],
  ];
  return `<dl class="facts">${pairs.map(([label, value]) => `<div><dt>${sheetText(label)}</dt><dd>${sheetText(value)}</dd></div>`).join('')}</dl>`;
}

/** What the patient is told: dose, route, frequency and days. */
function sig(t: Text, row: Row): string {
  const usage = row.drugUsage === '' ? '' : t(`usage.${row.drugUsage}`);
  const dose = row.onceUsing > 0 ? t('print.each', { dose: row.onceUsing, unit: row.onceUsingUnit }) : '';
  const days = row.drugDays > 1 ? t('print.days', { n: row.drugDays }) : '';
  return [dose, usage, row.drugInterval && t(`freq.${row.drugInterval}`), days].filter(Boolean).join('  ');
}

function drugRow(t: Text, row: Row, index: number): string {
  const remark = row.remark === '' ? '' : `<p class="remark">${sheetText(row.remark)}</p>`;
  return (
    `<tr><td class="n">${index + 1}</td><td class="mark">${sheetText(row.mark)}</td>` +
    `<td><p><b>${sheetText(row.drugName)}</b> ${sheetText(row.drugSpec)}</p><p class="sig">${sheetText(sig(t, row))}</p>${remark}</td>` +
    `<td class="r">× ${sheetText(row.drugNum)} ${sheetText(row.drugNumUnit)}</td></tr>`
  );
}

function itemRow(row: Row, index: number): string {
  const remark = row.remark === '' ? '' : ` <span class="remark">${sheetText(row.remark)}</span>`;
  return (
    `<tr><td class="n">${index + 1}</td><td class="mark"></td><td>${sheetText(row.drugName)} ${sheetText(row.drugSpec)}${remark}</td>` +
    `<td class="r">${sheetText(row.drugNum)} ${sheetText(row.drugNumUnit)}</td></tr>`
  );
}

/** Rows that stay empty are struck out, so that nothing can be added afterwards. */
const blanks = (t: Text, count: number): string => (count > 0 ? `<p class="blank">${sheetText(t('print.blank'))}</p>` : '');

/** Who signs below: the pharmacy what it hands out, the ward what it does, the laboratory what it takes and receives. */
function signaturesOf(t: Text, rx: PrintReply, kind: Sheet['kind']): readonly (readonly [label: string, name: string])[] {
  const doctor = [t('head.worker'), rx.workerName] as const;
  switch (kind) {
    case 'treatment':
      return [doctor, [t('print.nurse'), ''], [t('print.doneAt'), '']];
    case 'assay':
      return [doctor, [t('print.taken'), ''], [t('print.takenAt'), ''], [t('print.received'), '']];
    default:
      return [doctor, [t('print.check'), rx.checkName], [t('print.pick'), ''], [t('print.send'), rx.sendName]];
  }
}

function sheet(t: Text, rx: PrintReply, facility: string, one: Sheet): string {
  const drugs = one.kind === 'rx' || one.kind === 'slices';
  const rows = one.rows.map((row, index) => (drugs ? drugRow(t, row, index) : itemRow(row, index))).join('');
  const badge = one.controlClass === '' ? t(`print.colour.${one.colour}`) : t(`control.${one.controlClass}`);
  return (
    `<section class="sheet ${one.colour}"><header><p class="no">${sheetText(rx.dpNumber)}</p><h1>${sheetText(facility)}</h1>` +
    `<h2>${sheetText(t(`print.kind.${one.kind}`))}</h2><p class="badge">${sheetText(badge)}</p></header>${facts(t, rx)}` +
    `<div class="body">${drugs ? '<p class="rp">Rp.</p>' : ''}<table><tbody>${rows}</tbody></table>${drugs ? blanks(t, one.blankRows) : ''}</div>` +
    `<footer><p class="sum"><span>${sheetText(t('print.sheetSum', { amount: yuan(one.subTotal) }))}</span>` +
    `<span>${sheetText(t('print.sheetOf', { n: one.sheetNo, all: rx.sheetCount, total: yuan(rx.totalPrice) }))}</span></p>` +
    `<dl class="signed">${signaturesOf(t, rx, one.kind)
      .map(([label, value]) => `<div><dt>${sheetText(label)}</dt><dd>${sheetText(value)}</dd></div>`)
      .join('')}</dl></footer></section>`
  );
}

/** Half a page of A4 each, in the colour that the rule asks for. */
export const RX_SHEET_CSS = `
@page{size:A5;margin:8mm}
body{margin:0;font:13px/1.5 "PingFang SC","Microsoft YaHei","Noto Sans CJK SC",sans-serif;color:#000}
p,h1,h2,dl,dd{margin:0}
.sheet{display:flex;flex-direction:column;min-height:190mm;box-sizing:border-box;padding:4mm;border:1px solid #000;break-after:page;-webkit-print-color-adjust:exact;print-color-adjust:exact}
.sheet:last-child{break-after:auto}.yellow{background:#fff6c8}.green{background:#e3f5e1}.red{background:#fbdede}
header{position:relative;padding-bottom:4px;border-bottom:1px solid #000;text-align:center}h1{font-size:16px}h2{font-size:15px;letter-spacing:4px}
.no{position:absolute;left:0;top:0;font-size:12px}.badge{position:absolute;right:0;top:0;padding:0 6px;border:1px solid #000;font-size:12px}.badge:empty{display:none}
dl div{display:flex;gap:4px;min-width:0}dt{flex:none;color:#333}dt::after{content:":"}dd{font-weight:500;overflow-wrap:anywhere}
.facts{display:grid;grid-template-columns:repeat(3,1fr);gap:1px 12px;padding:4px 0;border-bottom:1px solid #000}
.body{flex:1}.rp{font:italic 700 20px/1.4 Georgia,serif}
table{width:100%;border-collapse:collapse;font-variant-numeric:tabular-nums}td{padding:3px 4px;vertical-align:top}tr{break-inside:avoid}
.n{width:18px}.mark{width:12px;font-family:monospace}.r{text-align:right;white-space:nowrap}.sig,.remark{color:#333}.sig{white-space:pre-wrap}.blank{padding-top:6px;text-align:center;border-top:1px solid #000}
.sum{display:flex;justify-content:space-between;gap:12px;padding:4px 0;border-top:1px solid #000}.signed{display:grid;grid-template-columns:repeat(4,1fr);gap:8px;padding-top:4px;border-top:1px solid #000}
`;

/** The prescription as sheets of paper, one page each. Every value is text; nothing in it can act. */
export function rxSheetHtml(t: Text, rx: PrintReply, facility: string): { title: string; html: string; css: string } {
  return {
    title: `${t('print.kind.rx')} ${rx.dpNumber} ${rx.patientName}`,
    html: rx.sheets.map((one) => sheet(t, rx, facility, one)).join(''),
    css: RX_SHEET_CSS,
  };
}

import { barcodeMarkup } from '@nephra/plugin-sdk/widgets';
import type { DispensingInfo, DispensingLine, DispensingLot } from '../../../contract/index.ts';
import { escapeHtml } from '../../escape-html.ts';
import { dosageText, personText, type Text } from '../../vocabulary.ts';

const CSS = [
  '@page{size:70mm 50mm;margin:2mm}',
  '.label{width:66mm;height:45mm;box-sizing:border-box;overflow:hidden;page-break-after:always;break-after:page;font-size:10px;line-height:1.35;display:flex;flex-direction:column}',
  '.label:last-child{page-break-after:auto;break-after:auto}',
  '.label h1{margin:0;font-size:13px;display:flex;justify-content:space-between;gap:6px}',
  '.label h1 small{font-weight:400;font-size:10px}',
  '.label h2{margin:2px 0 0;font-size:12px}',
  '.label .use{font-size:12px;font-weight:700;margin:2px 0;padding:2px 4px;border:1px solid #000}',
  '.label .code{margin-top:auto;text-align:center}',
  '.label svg{height:9mm;width:62mm}',
].join('');

/** Lots that a label speaks of: those that are reserved or went out. */
const lotsOf = (info: DispensingInfo, line: DispensingLine): DispensingLot[] =>
  info.drugDetailList.filter((lot) => lot.detailId === line.detailId && lot.allocationId !== '' && lot.quantity > lot.returned);

/** Lines that get a label: everything of which goods are reserved or handed out. */
export const labelLines = (info: DispensingInfo): DispensingLine[] => info.prescriptionDetailList.filter((line) => lotsOf(info, line).length > 0);

/** One label per line: for whom, what, how to take it, out of which lots, and the prescription number as a barcode. */
export function labelPaper(t: Text, info: DispensingInfo): { title: string; html: string; css: string } {
  const labels = labelLines(info).map((line) => {
    const lots = lotsOf(info, line);
    const amount = lots.reduce((sum, lot) => sum + lot.quantity - lot.returned, 0);
    const whole = line.prepNum === amount ? `${line.drugNum} ${line.drugNumUnit}` : `${Number(amount.toFixed(4))} ${line.preparaUnit}`;
    const usage = dosageText(t, line);
    const parts = [
      `<h1><span>${escapeHtml(info.patientName)} <small>${escapeHtml(personText(t, info))}</small></span><small>${escapeHtml(info.outpatientCode)}</small></h1>`,
      `<h2>${escapeHtml(line.drugName)} <small>${escapeHtml(line.drugSpec)}</small> × ${escapeHtml(whole)}</h2>`,
      usage ? `<div class="use">${escapeHtml(usage)}</div>` : '',
      line.remark ? `<div>${escapeHtml(line.remark)}</div>` : '',
      ...lots.map((lot) => `<div>${escapeHtml(t('label.lot', { lot: lot.lotNo, day: lot.expiresOn }))}</div>`),
      line.coldChain ? `<div>${escapeHtml(t('label.cold'))}</div>` : '',
      `<div class="code">${barcodeMarkup(info.dpNumber)}<div>${escapeHtml(info.dpNumber)}</div></div>`,
    ];
    return `<section class="label">${parts.join('')}</section>`;
  });
  return { title: t('label.title', { number: info.dpNumber }), html: labels.join(''), css: CSS };
}

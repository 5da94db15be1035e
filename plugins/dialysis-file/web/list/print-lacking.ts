import type { WebContext } from '@nephra/plugin-sdk/web';
import { sheetText } from '@nephra/plugin-sdk/widgets';
import { dayOf } from '@nephra/plugin-sdk/contract';
import type { FileClient } from '../asked.ts';
import { lackWords } from '../words.ts';

const CSS = `
@page{size:A4;margin:12mm}
body{margin:0;font:12px/1.5 "PingFang SC","Microsoft YaHei","Noto Sans CJK SC",sans-serif;color:#000}
h1{margin:0 0 2px;font-size:16px;text-align:center}p{margin:0 0 6px;text-align:center}
table{width:calc(100% - 1px);border-collapse:collapse}th,td{padding:4px 6px;border:1px solid #000;overflow-wrap:anywhere;text-align:left;vertical-align:top}
th{background:#eee;-webkit-print-color-adjust:exact;print-color-adjust:exact}tr{break-inside:avoid}thead{display:table-header-group}
`;
/** Patients of one page of the answer; a centre has some hundred. */
const PER_PAGE = 500;

/** On paper who lacks which consent and why, with room for what became of it. */
export async function printLacking({ t, print, user, now, toast }: WebContext, client: FileClient): Promise<void> {
  const { data } = await client.list({ query: { filter: 'consent', pageSize: PER_PAGE } });
  if (data.list.length === 0) return toast.success(t('consent.nobodyLacks'));
  const cell = (tag: 'td' | 'th', text: string): string => `<${tag}>${sheetText(text)}</${tag}>`;
  const rows = data.list.map(({ dialysisNo, patientName, consentsLacking }) => {
    const lacks = consentsLacking.map((one) => lackWords(t, one)).join(t('listMark'));
    return `<tr>${[dialysisNo, patientName, lacks, ''].map((text) => cell('td', text)).join('')}</tr>`;
  });
  const heads = [t('list.dialysisNo'), t('list.patient'), t('consent.lackHead'), t('consent.done')].map((text) => cell('th', text)).join('');
  const facility = user.organizeName.split('/').at(-1) ?? '';
  const when = `${dayOf(now())} · ${t('consent.count', { n: data.list.length })}`;
  const html = `<h1>${sheetText(facility)} ${sheetText(t('consent.print'))}</h1><p>${sheetText(when)}</p><table><thead><tr>${heads}</tr></thead><tbody>${rows.join('')}</tbody></table>`;
  print({ title: t('consent.print'), html, css: CSS });
}

import { escapeHtml } from '../escape-html.ts';
import type { CountInfo } from '../../contract/index.ts';
import type { Text } from '../vocabulary.ts';

/** The sheet for people with a pencil: no book figures, so that they count and do not copy. */
export function countPaper(t: Text, sheet: CountInfo): { title: string; html: string; css: string } {
  const heads = [t('stock.location'), t('stock.drugName'), t('stock.drugSpec'), t('stock.lotNo'), t('stock.expiresOn'), t('receive.unit'), t('count.counted')];
  const rows = sheet.lines.map((line) => [line.location, line.drugName, line.drugSpec, line.lotNo, line.expiresOn, line.unit, '']);
  const cells = (tag: 'th' | 'td', texts: readonly string[]) => `<tr>${texts.map((text) => `<${tag}>${escapeHtml(text)}</${tag}>`).join('')}</tr>`;
  return {
    title: t('count.title', { no: sheet.countNo }),
    html: `<h1>${escapeHtml(t('count.title', { no: sheet.countNo }))}</h1><table><thead>${cells('th', heads)}</thead><tbody>${rows.map((row) => cells('td', row)).join('')}</tbody></table>`,
    css: 'h1{font-size:18px}th,td{border:1px solid #000;padding:3px 6px;text-align:left;font-size:12px}td:last-child{width:80px}',
  };
}

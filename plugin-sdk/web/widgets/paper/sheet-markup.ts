const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

/** Text for a printed document: whatever it is, it stays text. */
export const sheetText = (text: string | number): string => String(text).replace(/[&<>"']/g, (sign) => ENTITIES[sign] ?? sign);

export const sheetCell = (text: string | number, align?: 'right'): string => `<td${align ? ' class="r"' : ''}>${sheetText(text)}</td>`;
/** Column titles; from the column `numbersFrom` on there are numbers, whose titles stand over them on the right. */
export const sheetHead = (texts: readonly string[], numbersFrom = texts.length): string =>
  `<thead><tr>${texts.map((text, index) => `<th${index < numbersFrom ? '' : ' class="r"'}>${sheetText(text)}</th>`).join('')}</tr></thead>`;
/** Pairs of label and value; the style of a sheet knows the classes `facts` (two columns) and `totals`. */
export const sheetFacts = (pairs: readonly (readonly [string, string])[], className: 'facts' | 'totals'): string =>
  `<dl class="${className}">${pairs.map(([label, value]) => `<div><dt>${sheetText(label)}</dt><dd>${sheetText(value)}</dd></div>`).join('')}</dl>`;
export const sheetFoot = (texts: readonly string[]): string => `<p class="foot">${texts.map((text) => `<span>${sheetText(text)}</span>`).join('')}</p>`;
/** A frame with a word that nobody may miss. */
export const sheetMark = (text: string): string => (text === '' ? '' : `<p class="mark">${sheetText(text)}</p>`);
/** The body of a sheet; with a text in `across` it stands over and under everything: this paper is not what it looks like. */
export const sheetAcross = (across: string, html: string): string =>
  across === '' ? html : `<p class="across">${sheetText(across)}</p>${html}<p class="across">${sheetText(across)}</p>`;

/** Paper of accounts: A4, black on white. */
export const sheetCss = `
@page{margin:12mm}
body{margin:0;font:14px/1.5 "PingFang SC","Microsoft YaHei","Noto Sans CJK SC",sans-serif;color:#000}
h1{margin:0 0 8px;font-size:20px;text-align:center}
.across{margin:0 0 10px;padding:5px 8px;border:2px solid #000;font-size:16px;font-weight:700;letter-spacing:4px;text-align:center;break-inside:avoid}.foot+.across{margin:14px 0 0}
.mark{margin:0 0 8px;padding:4px 8px;border:1px solid #000;text-align:center}
dl{margin:0 0 10px}dl div{display:flex;align-items:baseline;gap:6px}dt{flex:none;color:#333}dt::after{content:":"}dd{margin:0;font-weight:500}
.facts{display:grid;grid-template-columns:1fr 1fr;gap:2px 24px}
table{width:100%;margin-bottom:10px;border-collapse:collapse;font-variant-numeric:tabular-nums}th,td{padding:3px 6px;border:1px solid #666;font-size:13px;text-align:left}
th{font-weight:600}thead{display:table-header-group}tr{break-inside:avoid}td.r,th.r{text-align:right}td.r{white-space:nowrap}
.totals{display:grid;gap:3px}.totals div:first-child dd{font-size:17px;font-weight:700}
.foot{display:flex;justify-content:space-between;gap:16px;margin-top:18px}
`;

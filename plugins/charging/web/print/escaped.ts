const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

/** Text for a printed document: whatever it is, it stays text. */
export const escaped = (text: string | number): string => String(text).replace(/[&<>"']/g, (sign) => ENTITIES[sign] ?? sign);

export const cell = (text: string | number, align?: 'right'): string => `<td${align ? ' class="r"' : ''}>${escaped(text)}</td>`;
export const head = (texts: readonly string[]): string => `<thead><tr>${texts.map((text) => `<th>${escaped(text)}</th>`).join('')}</tr></thead>`;
export const facts = (pairs: readonly (readonly [string, string])[], className: string): string =>
  `<dl class="${className}">${pairs.map(([label, value]) => `<div><dt>${escaped(label)}</dt><dd>${escaped(value)}</dd></div>`).join('')}</dl>`;

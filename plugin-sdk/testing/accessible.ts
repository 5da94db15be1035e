/** Roles of elements that bring one without saying so. */
const IMPLICIT: Record<string, string> = {
  A: 'link',
  BUTTON: 'button',
  H1: 'heading',
  H2: 'heading',
  H3: 'heading',
  NAV: 'navigation',
  SEARCH: 'search',
  SELECT: 'combobox',
  TABLE: 'table',
  TD: 'cell',
  TEXTAREA: 'textbox',
  TH: 'columnheader',
  TR: 'row',
  UL: 'list',
  LI: 'listitem',
  SECTION: 'region',
  DIALOG: 'dialog',
};
const INPUTS: Record<string, string> = { checkbox: 'checkbox', radio: 'radio', button: 'button', submit: 'button', number: 'spinbutton' };

export function roleOf(element: Element): string {
  const given = element.getAttribute('role');
  if (given) return given;
  if (element.tagName === 'INPUT') return INPUTS[element.getAttribute('type') ?? ''] ?? 'textbox';
  return IMPLICIT[element.tagName] ?? '';
}

const textOf = (element: Element | null): string => (element?.textContent ?? '').replace(/\s+/g, ' ').trim();

/** The name that a screen reader says: aria-labelledby, aria-label, label element, placeholder or content. */
export function nameOf(element: Element): string {
  const by = element.getAttribute('aria-labelledby');
  if (by) {
    const name = by
      .split(/\s+/)
      .map((id) => textOf(element.ownerDocument.getElementById(id)))
      .join(' ')
      .trim();
    if (name) return name;
  }
  const label = element.getAttribute('aria-label');
  if (label) return label;
  const own = element.id ? [...element.ownerDocument.querySelectorAll('label')].find((one) => one.htmlFor === element.id) : undefined;
  const around = element.closest('label');
  return textOf(own ?? null) || textOf(around) || textOf(element) || element.getAttribute('placeholder') || element.getAttribute('title') || '';
}

/** Neither it nor anything around it is hidden from assistive technology. */
export const isExposed = (element: Element): boolean => element.closest('[hidden], [aria-hidden="true"]') === null;

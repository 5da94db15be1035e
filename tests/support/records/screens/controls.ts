import { isExposed, nameOf, roleOf } from '../../../../plugin-sdk/testing/accessible.ts';

/** Roles of what people act on or go to by its name. */
const NAMED: ReadonlySet<string> = new Set([
  ...['button', 'link', 'textbox', 'searchbox', 'combobox', 'spinbutton', 'checkbox', 'radio', 'switch', 'menuitem', 'tab', 'treeitem'],
  ...['dialog', 'table', 'toolbar', 'search'],
]);
/** Inputs that nobody meets: a button opens the one, the other carries a value. */
const UNMET = 'input[type=file], input[type=hidden]';

/** Controls, tables and dialogs for which a screen reader has no name, as they are written. */
export const unnamedControls = (): string[] =>
  [...document.body.querySelectorAll<HTMLElement>('*')]
    .filter((each) => NAMED.has(roleOf(each)) && isExposed(each) && !each.matches(UNMET) && nameOf(each) === '')
    .map((each) => each.outerHTML.slice(0, 200));

/** Field of the form that an element stands in. */
export const fieldAround = (element: Element | null): string | undefined => element?.closest<HTMLElement>('[data-field]')?.dataset.field;

/** Fields of the form from the top. */
const fieldRows = (): HTMLElement[] => [...document.querySelectorAll<HTMLElement>('[data-field]')];
export const fieldsDrawn = (): string[] => fieldRows().map(({ dataset: { field = '' } }) => field);

/** Fields from the top with a sentence about what is wrong. */
export const fieldsAtFault = (): string[] => fieldRows().flatMap((row) => (row.querySelector('[role=alert]')?.textContent ? [row.dataset.field ?? ''] : []));

/** The first field from the top that the cursor can stand in. */
export const firstReachable = (): string | undefined =>
  fieldRows().find((row) => row.querySelector('input:not([type=hidden]):not(:disabled), textarea:not(:disabled), button:not(:disabled), [tabindex="0"]'))
    ?.dataset.field;

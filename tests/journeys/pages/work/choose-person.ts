import type { Locator } from '@playwright/test';

/**
 * Chooses one person for a field of a form. The dialog of people has the field's name and may be fetched when it opens first: asking for "the last
 * dialog" would type into the form that it opens from.
 * @param account as people sign in
 */
export async function choosePerson(form: Locator, field: string, account: string): Promise<void> {
  await form.getByRole('button', { name: new RegExp(`^${field}`) }).click();
  const people = form.page().getByRole('dialog', { name: field, exact: true });
  await people.getByRole('textbox').first().fill(account);
  await people
    .getByRole('treeitem', { name: new RegExp(`/${account}(\\W|$)`) })
    .first()
    .click();
  await people.getByRole('button', { name: '确定', exact: true }).click();
}

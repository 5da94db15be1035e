import { createHash } from 'node:crypto';
import { canonicalJson, type DataField, type MenuClaim, type MenuContribution, type PermissionItem } from '@nephra/plugin-sdk/contract';
import type { GrantKind, MenuItemKind, WrittenMenu } from '@nephra/plugin-sdk/server';
import { type Kysely, sql } from 'kysely';
import type { CoreTables } from '../../tables/tables.ts';

export interface MenuContributions {
  readonly menus: readonly MenuContribution[];
  /** Codes that belong to no menu. */
  readonly permissions: readonly PermissionItem[];
  /** What the owner may write while it runs; entries that it wrote outside of that stay hidden. */
  readonly menuClaims?: readonly MenuClaim[];
}

interface Item {
  readonly menu: string;
  readonly kind: MenuItemKind;
  readonly order: number;
  readonly item: PermissionItem | DataField;
}

/** Equal stamps mean equal contributions: nothing to write at start. */
export const menuStamp = (contributions: MenuContributions): string => createHash('sha256').update(canonicalJson(contributions)).digest('hex').slice(0, 32);

const itemsOf = (menus: readonly Pick<MenuContribution, 'enCode' | 'buttons' | 'columns' | 'forms' | 'dataFields'>[]): Item[] =>
  menus.flatMap((menu) => {
    const of = (kind: MenuItemKind, items: readonly (PermissionItem | DataField)[] | undefined): Item[] =>
      (items ?? []).map((item, order) => ({ menu: menu.enCode, kind, order, item }));
    return [...of('button', menu.buttons), ...of('column', menu.columns), ...of('form', menu.forms), ...of('field', menu.dataFields)];
  });

/** Whether one of the claims covers an entry. */
export const isClaimed = (claims: readonly MenuClaim[], enCode: string, type: number): boolean =>
  claims.some(({ prefix, types }) => enCode.startsWith(prefix) && enCode.length > prefix.length && types.some((one) => one === type));

/** Address of a menu that names none: its code with dots as slashes. */
const addressOf = (menu: Pick<MenuContribution, 'enCode' | 'type' | 'urlAddress'>): string =>
  menu.urlAddress ?? (menu.type === 1 ? '' : menu.enCode.replaceAll('.', '/'));

/** Writes what the shell or a plugin contributes into the menu tables. Everything here belongs into one transaction. */
export class MenuSync {
  readonly #db: Kysely<CoreTables>;
  readonly #newId: () => string;

  constructor(db: Kysely<CoreTables>, newId: () => string) {
    this.#db = db;
    this.#newId = newId;
  }

  /** Stores and shows the contributions of an owner; rows it no longer contributes are hidden, never dropped. */
  async show(owner: string, contributions: MenuContributions): Promise<void> {
    await this.hide(owner);
    await this.#menus(owner, contributions.menus);
    await this.#items(itemsOf(contributions.menus));
    await this.#permissions(owner, contributions.permissions);
    await this.#showWritten(owner, contributions);
    await this.#hints(owner, contributions);
  }

  /** Hides everything of an owner; grants stay for when it comes back. */
  async hide(owner: string): Promise<void> {
    await this.#db
      .updateTable('core.menu_item')
      .set({ active: false })
      .where('menu_code', 'in', this.#db.selectFrom('core.menu').select('en_code').where('owner', '=', owner))
      .execute();
    await this.#db.updateTable('core.menu').set({ active: false }).where('owner', '=', owner).execute();
    await this.#db.updateTable('core.permission').set({ active: false }).where('owner', '=', owner).execute();
  }

  /** Stores an entry that a plugin writes while it runs. */
  async write(owner: string, menu: WrittenMenu): Promise<void> {
    await this.#menus(owner, [menu]);
    // Nobody is offered it by itself, neither now nor when the contributions are written anew.
    await this.#db.updateTable('core.menu').set({ written: true, hints_applied: true }).where('en_code', '=', menu.enCode).execute();
    await this.#db.deleteFrom('core.menu_item').where('menu_code', '=', menu.enCode).execute();
    await this.#items(itemsOf([menu]));
    await this.#db.updateTable('core.menu_item').set({ hints_applied: true }).where('menu_code', '=', menu.enCode).execute();
  }

  /** Takes out an entry that was written; its grants stay. */
  async unwrite(enCode: string): Promise<void> {
    await this.#db.updateTable('core.menu').set({ active: false, written: false }).where('en_code', '=', enCode).execute();
    await this.#db.updateTable('core.menu_item').set({ active: false }).where('menu_code', '=', enCode).execute();
  }

  /** What was written comes back as far as it is still claimed, and `plugin.ts` has not taken its code. */
  async #showWritten(owner: string, { menus, menuClaims = [] }: MenuContributions): Promise<void> {
    const taken = menus.map(({ enCode }) => enCode);
    if (taken.length > 0) await this.#db.updateTable('core.menu').set({ written: false }).where('owner', '=', owner).where('en_code', 'in', taken).execute();
    const rows = await this.#db.selectFrom('core.menu').select(['en_code', 'type']).where('owner', '=', owner).where('written', '=', true).execute();
    const back = rows.filter((row) => isClaimed(menuClaims, row.en_code, row.type)).map((row) => row.en_code);
    if (back.length === 0) return;
    await this.#db.updateTable('core.menu').set({ active: true }).where('en_code', 'in', back).execute();
    await this.#db.updateTable('core.menu_item').set({ active: true }).where('menu_code', 'in', back).execute();
  }

  async #menus(owner: string, menus: readonly Omit<MenuContribution, 'roleHints' | 'dataFields' | 'buttons' | 'columns' | 'forms'>[]): Promise<void> {
    if (menus.length === 0) return;
    await this.#db
      .insertInto('core.menu')
      .values(
        menus.map((menu) => ({
          id: this.#newId(),
          en_code: menu.enCode,
          owner,
          type: menu.type,
          title_zh: menu.title.zh,
          title_zhtw: menu.title.zhtw,
          title_en: menu.title.en,
          parent_code: menu.parent ?? null,
          icon: menu.icon ?? '',
          url_address: addressOf(menu),
          link_target: menu.linkTarget ?? '_self',
          property: JSON.stringify(menu.propertyJson ?? {}),
          sort_code: menu.sortCode ?? 0,
          active: true,
        })),
      )
      .onConflict((conflict) =>
        conflict.column('en_code').doUpdateSet((eb) => ({
          owner: eb.ref('excluded.owner'),
          type: eb.ref('excluded.type'),
          title_zh: eb.ref('excluded.title_zh'),
          title_zhtw: eb.ref('excluded.title_zhtw'),
          title_en: eb.ref('excluded.title_en'),
          parent_code: eb.ref('excluded.parent_code'),
          icon: eb.ref('excluded.icon'),
          url_address: eb.ref('excluded.url_address'),
          link_target: eb.ref('excluded.link_target'),
          property: eb.ref('excluded.property'),
          sort_code: eb.ref('excluded.sort_code'),
          active: true,
        })),
      )
      .execute();
  }

  async #items(items: readonly Item[]): Promise<void> {
    if (items.length === 0) return;
    await this.#db
      .insertInto('core.menu_item')
      .values(
        items.map(({ menu, kind, order, item }) => ({
          id: this.#newId(),
          menu_code: menu,
          kind,
          en_code: item.enCode,
          title_zh: item.title.zh,
          title_zhtw: item.title.zhtw,
          title_en: item.title.en,
          sort_code: order,
          property: JSON.stringify('type' in item ? { type: item.type } : {}),
          active: true,
        })),
      )
      .onConflict((conflict) =>
        conflict.columns(['menu_code', 'kind', 'en_code']).doUpdateSet((eb) => ({
          title_zh: eb.ref('excluded.title_zh'),
          title_zhtw: eb.ref('excluded.title_zhtw'),
          title_en: eb.ref('excluded.title_en'),
          sort_code: eb.ref('excluded.sort_code'),
          property: eb.ref('excluded.property'),
          active: true,
        })),
      )
      .execute();
  }

  async #permissions(owner: string, permissions: readonly PermissionItem[]): Promise<void> {
    if (permissions.length === 0) return;
    await this.#db
      .insertInto('core.permission')
      .values(
        permissions.map((item) => ({
          code: item.enCode,
          owner,
          title_zh: item.title.zh,
          title_zhtw: item.title.zhtw,
          title_en: item.title.en,
          active: true,
        })),
      )
      .onConflict((conflict) =>
        conflict.column('code').doUpdateSet((eb) => ({
          owner: eb.ref('excluded.owner'),
          title_zh: eb.ref('excluded.title_zh'),
          title_zhtw: eb.ref('excluded.title_zhtw'),
          title_en: eb.ref('excluded.title_en'),
          active: true,
        })),
      )
      .execute();
  }

  /**
   * Grants what is new to the roles it is meant for, once: what an administrator takes away stays away. A role that is newer than the menus
   * is offered all that an owner means for it. Roles of single organisations are left out: a facility that gives its own role a code which
   * some plugin hints at would get that plugin's rights by itself.
   */
  async #hints(owner: string, { menus, permissions }: MenuContributions): Promise<void> {
    const fresh = {
      menus: await this.#db
        .updateTable('core.menu')
        .set({ hints_applied: true })
        .where('hints_applied', '=', false)
        .where('active', '=', true)
        .returning('en_code')
        .execute(),
      items: await this.#db
        .updateTable('core.menu_item')
        .set({ hints_applied: true })
        .where('hints_applied', '=', false)
        .where('active', '=', true)
        .returning(['menu_code', 'kind', 'en_code'])
        .execute(),
      permissions: await this.#db
        .updateTable('core.permission')
        .set({ hints_applied: true })
        .where('hints_applied', '=', false)
        .where('active', '=', true)
        .returning('code')
        .execute(),
    };
    const freshMenus = new Set(fresh.menus.map((row) => row.en_code));
    const freshItems = new Set(fresh.items.map((row) => `${row.menu_code}/${row.kind}/${row.en_code}`));
    const freshPermissions = new Set(fresh.permissions.map((row) => row.code));
    const wanted: { kind: GrantKind; menu: string; item: string; roles: readonly string[]; isFresh: boolean }[] = [];
    for (const menu of menus) wanted.push({ kind: 'menu', menu: menu.enCode, item: '', roles: menu.roleHints ?? [], isFresh: freshMenus.has(menu.enCode) });
    for (const { menu, kind, item } of itemsOf(menus)) {
      if (kind === 'field' || !('roleHints' in item)) continue;
      wanted.push({ kind, menu, item: item.enCode, roles: item.roleHints ?? [], isFresh: freshItems.has(`${menu}/${kind}/${item.enCode}`) });
    }
    for (const item of permissions)
      wanted.push({ kind: 'permission', menu: item.enCode, item: '', roles: item.roleHints ?? [], isFresh: freshPermissions.has(item.enCode) });
    const codes = [...new Set(wanted.flatMap((grant) => grant.roles))];
    if (codes.length === 0) return;
    const roles = await this.#db
      .selectFrom('core.role as role')
      .select(['role.id', 'role.en_code', 'role.hints_from'])
      .where('role.en_code', 'in', codes)
      .where('role.deleted_at', 'is', null)
      .where(sql<boolean>`not exists (select 1 from core.role_org as limited where limited.role_id = role.id)`)
      .execute();
    const newcomers = roles.filter((role) => role.hints_from !== null && !role.hints_from.includes(owner));
    for (const { id, hints_from } of newcomers)
      await this.#db
        .updateTable('core.role')
        .set({ hints_from: [...(hints_from ?? []), owner] })
        .where('id', '=', id)
        .execute();
    const newIds = new Set(newcomers.map((role) => role.id));
    const roleOf = new Map(roles.map((role) => [role.en_code, role.id]));
    const grants = wanted.flatMap(({ kind, menu, item, roles: hinted, isFresh }) =>
      hinted.flatMap((code) => {
        const subject_id = roleOf.get(code);
        if (subject_id === undefined || !(isFresh || newIds.has(subject_id))) return [];
        return [{ subject_type: 'role' as const, subject_id, kind, menu_code: menu, item_code: item }];
      }),
    );
    if (grants.length === 0) return;
    await this.#db
      .insertInto('core.permission_grant')
      .values(grants)
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
}

import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { Ajv } from 'ajv';
import { type CoreDemo, coreDemo } from '../../contract/index.ts';
import type { Core } from '../composition/create-core.ts';
import { menuStamp } from '../identity/menus/menu-sync.ts';
import { shellMenus } from '../identity/menus/shell-menus.ts';
import { shellPermissions } from '../identity/menus/shell-permissions.ts';
import { bootstrap } from './bootstrap.ts';
import { fillDemoStaff } from './demo-staff.ts';

/**
 * Gives a system without organisations its first people: those of the demo data set, or an administrator alone.
 * @param demoFolder folder of the generated data set, when demo data is wanted and allowed
 * @throws Error when the data set does not fit this version.
 */
export async function fillEmpty(core: Core, demoFolder: string | undefined, siteName: string): Promise<void> {
  const { db, database, newId, settings, passwords } = core.parts;
  const any = await db.selectFrom('core.org').select('id').limit(1).executeTakeFirst();
  if (any) return;
  const staff = demoFolder === undefined ? undefined : await readStaff(demoFolder);
  await database.transaction(() => (staff ? fillDemoStaff(db, settings, passwords, staff) : bootstrap(db, newId, siteName)), { limitMs: 0 });
}

async function readStaff(folder: string): Promise<CoreDemo | undefined> {
  const file = path.join(folder, 'core.json');
  if (!existsSync(file)) return undefined;
  const data: unknown = JSON.parse(await readFile(file, 'utf8'));
  const ajv = new Ajv({ strict: false });
  if (!ajv.validate(coreDemo, data)) throw new Error(`${file} is not a data set of this version: ${ajv.errorsText()}`);
  return data as CoreDemo;
}

/** Stores the shell's own directories and pages when they differ from what is stored. */
export async function syncShellMenus(core: Core): Promise<void> {
  const { db, database, clock } = core.parts;
  const contributions = { menus: shellMenus, permissions: shellPermissions };
  const menu_stamp = menuStamp(contributions);
  const stored = await db.selectFrom('core.plugin_state').select('menu_stamp').where('plugin_id', '=', 'shell').executeTakeFirst();
  if (stored?.menu_stamp === menu_stamp) return;
  await database.transaction(async () => {
    await core.menuSync.show('shell', contributions);
    await db
      .insertInto('core.plugin_state')
      .values({ plugin_id: 'shell', version: '', dir_name: '', menu_stamp, updated_at: clock.now() })
      .onConflict((conflict) => conflict.column('plugin_id').doUpdateSet({ menu_stamp }))
      .execute();
  });
}

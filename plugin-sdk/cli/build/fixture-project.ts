import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Doors, readDoors } from './doors/door-names.ts';
import { locateSdk, type SdkLocation } from './sdk-location.ts';

const ROOT = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../../..');

export interface FixtureProject {
  /** Root of the repository: the packages are found from there. */
  readonly root: string;
  readonly folder: string;
  readonly sdk: SdkLocation;
  readonly doors: Doors;
  write(files: Readonly<Record<string, string>>): void;
  remove(): void;
}

/** A throw-away folder with sources for one test, inside the repository so that its packages are found. */
export function fixtureProject(files: Readonly<Record<string, string>> = {}): FixtureProject {
  const place = path.join(ROOT, '.cache/builder-tests');
  mkdirSync(place, { recursive: true });
  const folder = mkdtempSync(`${place}/`);
  const sdk = locateSdk(ROOT);
  const write = (more: Readonly<Record<string, string>>) => {
    for (const [name, content] of Object.entries(more)) {
      const file = path.join(folder, name);
      mkdirSync(path.dirname(file), { recursive: true });
      writeFileSync(file, content);
    }
  };
  write(files);
  return { root: ROOT, folder, sdk, doors: readDoors(sdk), write, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

const TEXT = '{ zh: "样", zhtw: "樣", en: "Sample" }';

/** The smallest plugin with a page, a server half and texts; tests replace what they are about. */
export const SAMPLE_PLUGIN: Readonly<Record<string, string>> = {
  'plugin.ts': `import { definePlugin, page } from '@nephra/plugin-sdk/web';
import { Type } from '@nephra/plugin-sdk/contract';
export default definePlugin({
  id: 'sample', version: '1.2.3', sdk: '^1.0.0', name: ${TEXT},
  pages: [page('sample.list', () => import('./web/list.page.tsx'))],
  menus: [{ enCode: 'sample.list', type: 2, title: ${TEXT} }],
  settings: Type.Object({ limit: Type.Integer() }),
});
`,
  'web/list.page.tsx': `import { Button, IconSearch, FormSelect } from '@nephra/plugin-sdk/ui';
import { usePlugin } from '@nephra/plugin-sdk/web';
import { routes } from '../contract/index.ts';
import './list.css';
export function Page() {
  const { t } = usePlugin();
  return <div className="sample-list"><Button icon={<IconSearch />}>{t('search') + routes}</Button><FormSelect field="x" /></div>;
}
`,
  'web/list.css': '.sample-list { padding: 8px; }\n',
  'contract/index.ts': `export const routes = '/api/sample';\n`,
  'server/index.ts': `import { defineServerPlugin } from '@nephra/plugin-sdk/server';
import first from './migrations/0001-first.sql';
import { routes } from '../contract/index.ts';
export default defineServerPlugin({ schema: 'sample', migrations: [{ name: routes, sql: first }] });
`,
  'server/migrations/0001-first.sql': 'create table sample.thing (id text primary key);\n',
  'locales/zh.json': '{ "search": "搜索" }',
  'locales/zhtw.json': '{ "search": "搜尋" }',
  'locales/en.json': '{ "search": "Search" }',
};

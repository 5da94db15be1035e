import { afterAll, beforeAll, expect, it } from 'vitest';
import { ALL_PLUGINS, startTestServer, type TestServer } from '../../../../tests/support/server.ts';
import type { Explanation } from '../../contract/authority.schema.ts';

const DEMO = ['admin', 'doctor', 'nurse', 'pharmacist', 'cashier', 'clerk', 'developer'] as const;

interface Entry {
  readonly modelId: string;
  readonly button: readonly { readonly enCode: string }[];
  readonly column: readonly { readonly enCode: string }[];
  readonly form: readonly { readonly enCode: string }[];
}
interface CurrentUser {
  readonly userInfo: { readonly userId: string };
  readonly permissionList: readonly Entry[];
}

let system: TestServer;
let codeOfMenu: ReadonlyMap<string, string>;
beforeAll(async () => {
  system = await startTestServer({ plugins: ALL_PLUGINS });
  const menus = await system.db.selectFrom('core.menu').select(['id', 'en_code']).execute();
  codeOfMenu = new Map(menus.map((menu) => [menu.id, menu.en_code]));
});
afterAll(() => system?.close());

const codesOf = ({ permissionList }: CurrentUser): string[] =>
  permissionList
    .flatMap(({ modelId, ...entry }) => {
      const menu = codeOfMenu.get(modelId) ?? modelId;
      const items = (['button', 'column', 'form'] as const).flatMap((kind) =>
        entry[kind].map(({ enCode }) => (kind === 'button' ? `${menu}:${enCode}` : `${menu}#${kind}:${enCode}`)),
      );
      return [menu, ...items];
    })
    .sort();

const EXPLAINED = ['menu', 'button', 'column', 'form'];

it('[6-01] [6-04] the explanation of every demo account names exactly the rights that its session has', async () => {
  const admin = await system.signIn('admin');
  for (const account of DEMO) {
    const session = (await (await system.signIn(account)).get<CurrentUser>('/api/oauth/CurrentUser')).data;
    const { code, data } = await admin.get<Explanation>(`/api/permission/Authority/Explain/${session.userInfo.userId}`);
    expect(code).toBe(200);
    const held = data.list.filter((row) => EXPLAINED.includes(row.kind) && row.held && !row.pageMissing).map((row) => row.code);
    expect(held.sort(), account).toEqual(codesOf(session));
    expect(held.length, account).toBeGreaterThan(0);
  }
});

it('[6-02] a right taken from the cashiers is gone at the very next call, the explanation says so, and it comes back', async () => {
  const [admin, cashier] = [await system.signIn('admin'), await system.signIn('cashier')];
  const asked = async () => (await cashier.get('/api/his/charge/patientlist')).code;
  expect(await asked()).toBe(200);
  const url = '/api/permission/Authority/Data/role-cashier';
  const { data } = await admin.get<Record<string, string[]> & { digest: string }>(`${url}?objectType=Role`);
  const { data: who } = await cashier.get<CurrentUser>('/api/oauth/CurrentUser');
  const charging = [...codeOfMenu].find(([, code]) => code === 'his.charging')?.[0] ?? '';
  const lists = { button: data.button, column: data.column, form: data.form, resource: data.resource };
  const without = { ...lists, objectType: 'Role', module: (data.module ?? []).filter((id) => id !== charging), digest: data.digest };
  expect(await admin.put(url, without, { 'idempotency-key': 'take-it-from-the-cashiers' })).toMatchObject({ code: 200 });
  expect(await asked()).toBe(403);
  const explained = (await admin.get<Explanation>(`/api/permission/Authority/Explain/${who.userInfo.userId}`)).data;
  expect(explained.list.find((row) => row.code === 'his.charging')).toMatchObject({ held: false, obstacles: [{ reason: 'not-granted' }] });
  expect((await admin.put(url, { ...lists, objectType: 'Role', module: data.module }, { 'idempotency-key': 'give-it-back-to-the-cashiers' })).code).toBe(200);
  expect(await asked()).toBe(200);
});

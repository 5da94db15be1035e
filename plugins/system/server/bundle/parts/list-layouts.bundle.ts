import { Type } from '@nephra/plugin-sdk/contract';
import {
  bundlePart,
  type BundleRow,
  type CodedAudience,
  columnSetting,
  type DefaultColumns,
  listLayouts,
  MAX_VIEW_NAME,
  MAX_VIEW_SHARES,
  type SharedView,
  viewContent,
} from '@nephra/plugin-sdk/server';
import { columnsCode, holdsIds, pageOf } from '../../../domain/bundle/entries/list-layout-codes.ts';
import { allMenus, nameIn } from '../../menu/menu-rows.ts';
import type { Ctx, SystemDb } from '../../tables/tables.ts';
import { missing } from './record-entries.ts';

const text = Type.String({ maxLength: 300 });
const strict = { additionalProperties: false } as const;
const PAGE = { label: { zh: '页面编码', zhtw: '頁面代碼', en: 'Page' } };
const COLUMNS = { label: { zh: '列', zhtw: '欄', en: 'Columns' } };
/** Characters of the id of a list, as rows keep it. */
const MAX_MODULE_ID = 100;

/** Menus by id and by code, and how readers call them. */
async function pagesHere(ctx: Ctx) {
  const menus = await allMenus(ctx);
  const codes = new Map(menus.map(({ id, enCode }) => [id, enCode]));
  const names = new Map(menus.map((row) => [row.enCode, nameIn(row, ctx)]));
  return {
    codeOf: (moduleId: string): string | undefined => pageOf(moduleId, codes),
    nameOf: (page: string): string => names.get(page.split(':')[0] ?? '') ?? page,
    /** @throws AppError it is not here */
    idOf: pageIds(menus),
  };
}

function pageIds(menus: Awaited<ReturnType<typeof allMenus>>) {
  const ids = new Map(menus.map(({ id, enCode }) => [enCode, id]));
  return (page: string): string => {
    const moduleId = pageOf(page, ids);
    if (moduleId === undefined || moduleId.length > MAX_MODULE_ID) throw missing(page);
    return moduleId;
  };
}

const namedFor = (name: string, { orgCode, roleCode }: CodedAudience): string => {
  const codes = [orgCode, roleCode].filter((code) => code !== '').join(' · ');
  return codes === '' ? name : `${name} (${codes})`;
};

/** Columns that people of an organisation or a role find in a list; both are named by their codes, and must be there. */
export const defaultColumns = bundlePart<SystemDb>({
  id: 'default-columns',
  title: { zh: '列表默认列', zhtw: '列表預設欄', en: 'Default columns of lists' },
  format: 1,
  after: ['system.menus'],
  fields: {
    page: PAGE,
    organisation: { label: { zh: '机构编码', zhtw: '機構代碼', en: 'Organisation' } },
    role: { label: { zh: '角色编码', zhtw: '角色代碼', en: 'Role' } },
    columns: COLUMNS,
  },
  values: Type.Object({ page: text, organisation: text, role: text, columns: Type.Array(columnSetting, { minItems: 1, maxItems: 200 }) }, strict),
  async rows(ctx, codes) {
    const pages = await pagesHere(ctx);
    const rows = (await ctx.service(listLayouts).columns()).flatMap((one): BundleRow[] => {
      const page = pages.codeOf(one.moduleId);
      if (page === undefined) return [];
      const { orgCode, roleCode } = one;
      const columns = one.columns.map((column) => ({ ...column }));
      const code = columnsCode({ page, orgCode, roleCode });
      return [{ code, name: namedFor(pages.nameOf(page), one), values: { page, organisation: orgCode, role: roleCode, columns } }];
    });
    return codes ? rows.filter(({ code }) => codes.has(code)) : rows;
  },
  async writer(ctx) {
    const { idOf } = await pagesHere(ctx);
    return async ({ values: { page, organisation, role, columns } }) => {
      const place = { moduleId: idOf(String(page)), orgCode: String(organisation), roleCode: String(role) };
      await ctx.service(listLayouts).writeColumns(ctx.user, { ...place, columns: columns as unknown as DefaultColumns['columns'] }); // `values` lets nothing else through
    };
  },
});

/** Ids that came with the first data and do not look like any. */
async function knownIds(ctx: Ctx): Promise<ReadonlySet<string>> {
  // rows: ids alone, compared with what views search for; nobody is told
  const [orgs, roles] = [await ctx.db.selectFrom('core.org').select('id').execute(), await ctx.db.selectFrom('core.role').select('id').execute()];
  return new Set([...orgs, ...roles].map(({ id }) => id));
}

/** Views that people share with others, without whose they are: a new one belongs to whoever imports it. One that searches for rows of its site stays there. */
export const sharedViews = bundlePart<SystemDb>({
  id: 'shared-views',
  title: { zh: '共享视图', zhtw: '共用檢視', en: 'Shared views of lists' },
  format: 1,
  after: ['system.menus'],
  fields: {
    page: PAGE,
    name: { label: { zh: '名称', zhtw: '名稱', en: 'Name' } },
    audiences: { label: { zh: '共享对象', zhtw: '共用對象', en: 'Shared with' } },
    filter: { label: { zh: '查询条件', zhtw: '查詢條件', en: 'Search values' } },
    sort: { label: { zh: '排序', zhtw: '排序', en: 'Order' } },
    columns: COLUMNS,
    pageSize: { label: { zh: '每页行数', zhtw: '每頁列數', en: 'Rows per page' } },
  },
  values: Type.Object(
    {
      ...{ page: text, name: Type.String({ minLength: 1, maxLength: MAX_VIEW_NAME }), ...viewContent.properties },
      audiences: Type.Array(Type.Object({ orgCode: text, roleCode: text }, strict), { minItems: 1, maxItems: MAX_VIEW_SHARES }),
    },
    strict,
  ),
  async rows(ctx, codes) {
    const pages = await pagesHere(ctx);
    const known = await knownIds(ctx);
    const rows = new Map<string, BundleRow>();
    const left: { name: string; why: 'local' }[] = [];
    for (const { moduleId, name, content, audiences } of await ctx.service(listLayouts).views()) {
      const page = pages.codeOf(moduleId);
      if (page === undefined) continue;
      const code = `${page}|${name}`;
      const values = { page, name, ...(content as unknown as BundleRow['values']), audiences: audiences.map((one) => ({ ...one })) }; // it is kept as JSON
      const label = `${pages.nameOf(page)} › ${name}`;
      // Of several of one name the oldest goes along: at the other site they would be one.
      if (rows.has(code) || (!codes && holdsIds(content.filter as BundleRow['values'], known))) left.push({ name: label, why: 'local' });
      else if (!codes || codes.has(code)) rows.set(code, { code, name: label, values });
    }
    return { rows: [...rows.values()], left: codes ? [] : left };
  },
  async writer(ctx) {
    const { idOf } = await pagesHere(ctx);
    return async ({ values: { page, name, audiences, ...content } }) => {
      const view = { moduleId: idOf(String(page)), name: String(name), content, audiences } as unknown as SharedView; // `values` lets nothing else through
      await ctx.service(listLayouts).writeView(ctx.user, view);
    };
  },
});

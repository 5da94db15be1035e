import { createFakeWebContext, type FakeWebContext, type FakeWebOptions } from '@nephra/plugin-sdk/testing';
import { staffDirectory } from '@nephra/plugin-sdk/contract';
import { type OrganizeNode, type OrganizeRecord, organizeContract } from '../../contract/index.ts';
import texts from '../../locales/zh.json' with { type: 'json' };

const { routes } = organizeContract;

export const node = (id: string, fullName: string, children: OrganizeNode[] | null = null, over: Partial<OrganizeNode> = {}): OrganizeNode => ({
  id,
  parentId: 'root',
  fullName,
  enCode: id.toUpperCase(),
  shortName: '',
  category: 'company',
  icon: '',
  enabledMark: 1,
  dialysisCenter: 1,
  fixmedinsCode: '',
  priceType: '',
  sortCode: 1,
  description: '',
  creatorTime: 1_772_416_800_000,
  departmentCount: 2,
  userCount: 12,
  hasChildren: children !== null,
  isLeaf: children === null,
  num: children?.length ?? 0,
  children,
  ...over,
});

export const record = (over: Partial<OrganizeRecord> = {}): OrganizeRecord => ({
  id: 'gz',
  parentId: 'root',
  parentName: '康源集团',
  fullName: '广州中心',
  enCode: 'OLD-GZ',
  category: 'company',
  enabledMark: 1,
  dialysisCenter: 1,
  priceType: '3',
  sortCode: 1,
  description: '',
  propertyJson: JSON.stringify({ shortName: '穗', fixmedinsCode: 'H44SIM000001', managerMobilePhone: '13800138000' }),
  creatorTime: 1_772_416_800_000,
  lastModifyTime: 1_772_416_800_000,
  version: 4,
  ...over,
});

/** An entry of a tree of organisations and departments as pickers get it. */
export const place = (id: string, fullName: string, children: object[] | null = null, type = 'company') => ({
  id,
  parentId: '-1',
  fullName,
  enCode: id,
  type,
  icon: '',
  sortCode: 1,
  enabledMark: 1,
  hasChildren: children !== null,
  isLeaf: children === null,
  num: children?.length ?? 0,
  children,
});

/** The page's shell with a group, two centres and people to choose from. */
export function organizeContext(options: FakeWebOptions = {}): FakeWebContext {
  const context = createFakeWebContext({ texts, ...options, user: { isAdministrator: true, organizeId: 'gz', ...options.user } });
  const { http } = context;
  const tree = node('root', '康源集团', [node('gz', '广州中心'), node('wh', '武汉中心', null, { enabledMark: 0 })], { parentId: '-1', dialysisCenter: 0 });
  http.answer(routes.list, ({ query }) => ({ list: query.keyword === '武' ? [node('root', '康源集团', [node('wh', '武汉中心')])] : [tree] }));
  http.answer(routes.one, ({ params }) => record({ id: params.id }));
  http.answer(routes.parents, { list: [place('root', '康源集团', [place('gz', '广州中心'), place('wh', '武汉中心')])] as never });
  http.answer(routes.create, { id: 'new', version: 1 });
  http.answer(routes.edit, { id: 'gz', version: 5 });
  http.answer(routes.act, { id: 'wh', version: 2 });
  http.answer(routes.remove, null);
  http.answer(routes.administrators, { organizeId: 'gz', organizeType: 'company', list: [], readyMade: ['role-nurse'], version: 4 });
  http.answer(routes.saveAdministrators, null);
  const people = [{ ...place('zhang', '张医生/zhang', null, 'user'), organize: '康源集团/广州中心' }];
  http.answer(staffDirectory.routes.organizationUsers, people as never);
  http.answer(staffDirectory.routes.userNodes, { list: people as never });
  return context;
}

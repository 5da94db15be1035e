import { expect, it } from 'vitest';
import { actTitle } from './act-title.ts';

const titles = new Map([
  ['permission.position', '岗位管理'],
  ['permission.position:btn_add', '新建'],
]);

it.each([
  [['permission.position:btn_add'], '岗位管理 · 新建'],
  [['permission.position'], '岗位管理'],
  [['permission.position:btn_gone'], '岗位管理'],
  [['gone.page:btn_add', 'permission.position:btn_add'], '岗位管理 · 新建'],
  [['gone.page:btn_add'], ''],
  [[], ''],
] as const)('an act that needs %j is called %j', (permissions, title) => {
  expect(actTitle(permissions, titles)).toBe(title);
});

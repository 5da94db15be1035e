import { implement, requireSystemAdministrator } from '@nephra/plugin-sdk/server';
import type { MenuItemInfo } from '../../contract/menu/menu.contract.ts';
import {
  moduleButtonContract,
  moduleColumnContract,
  moduleFieldContract,
  moduleFormContract,
  type ModuleItemBatch,
  type ModuleItemEdit,
  type NewModuleItem,
} from '../../contract/menu/module-item.contract.ts';
import type { Ctx, SystemDb } from '../tables/tables.ts';
import { addItem, addItems, changeItem, listItems, readItem, removeItem, turnItem } from './module-items.ts';

type Kind = MenuItemInfo['kind'];
type ById = { readonly params: { readonly id: string } };
type OfModule = { readonly params: { readonly moduleId: string } };

const listOf =
  (kind: Kind) =>
  async ({ params }: OfModule, ctx: Ctx) => ({ list: await listItems(ctx, kind, params.moduleId) });

const about = (kind: Kind) => ({
  one: ({ params }: ById, ctx: Ctx) => readItem(ctx, kind, params.id),
  create({ body }: { readonly body: NewModuleItem }, ctx: Ctx) {
    requireSystemAdministrator(ctx);
    return addItem(ctx, kind, body);
  },
  edit({ params, body }: ById & { readonly body: ModuleItemEdit }, ctx: Ctx) {
    requireSystemAdministrator(ctx);
    return changeItem(ctx, kind, params.id, body);
  },
  remove({ params }: ById, ctx: Ctx) {
    requireSystemAdministrator(ctx);
    return removeItem(ctx, kind, params.id);
  },
});

const stateOf =
  (kind: Kind) =>
  ({ params }: ById, ctx: Ctx) => {
    requireSystemAdministrator(ctx);
    return turnItem(ctx, kind, params.id);
  };

const batchOf =
  (kind: 'column' | 'form') =>
  ({ body }: { readonly body: ModuleItemBatch }, ctx: Ctx) => {
    requireSystemAdministrator(ctx);
    return addItems(ctx, kind, body);
  };

/** For clients of the platform; menus of shell and plugins keep their codes. */
export const moduleItemRoutes = [
  implement<SystemDb>()(moduleButtonContract, { list: listOf('button'), selector: listOf('button'), state: stateOf('button'), ...about('button') }),
  implement<SystemDb>()(moduleColumnContract, { list: listOf('column'), batch: batchOf('column'), state: stateOf('column'), ...about('column') }),
  implement<SystemDb>()(moduleFormContract, { list: listOf('form'), batch: batchOf('form'), state: stateOf('form'), ...about('form') }),
  implement<SystemDb>()(moduleFieldContract, about('field')),
] as const;

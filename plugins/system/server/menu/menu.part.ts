import type { ServerPart } from '@nephra/plugin-sdk/server';
import type { SystemDb } from '../tables/tables.ts';
import { findMenuTool } from './find-menu.tool.ts';
import { menuRoutes } from './menu.routes.ts';
import { moduleItemRoutes } from './module-items.routes.ts';

/** Menus of the installation: their rows are the shell's, opened by the privilege `identity`. */
export const menuPart: ServerPart<SystemDb> = { name: 'menu', implementations: [menuRoutes, ...moduleItemRoutes], extensions: [findMenuTool] };

import type { MenuType } from '@nephra/plugin-sdk/contract';
import type { MenuNode } from '@nephra/plugin-sdk/web';

/** Spec 3, menu item: route meta. */
export interface RouteMeta {
  /** Text key, `route.<name>`. Show titles with `shell.title(meta)`, which falls back to zhTitle. */
  readonly title: string;
  /** The name the server sent (in the user's language) or the fixed Chinese name. */
  readonly zhTitle: string;
  readonly icon: string;
  /** A tag that cannot be closed. */
  readonly affix?: boolean;
  /** Menu id; key of the permission list. */
  readonly modelId?: string;
  /** False for pages that must start afresh every time; view caching leaves them out. */
  readonly cache?: boolean;
}

/** A menu entry as the side and top navigation draw it. */
export interface MenuItem extends MenuNode {
  /** Address in the shell; for entries that open a window it only identifies them. */
  readonly path: string;
  /** Not shown in navigation and search. */
  readonly hidden: boolean;
  /** Route name: enCode with dots as dashes. */
  readonly vueName: string;
  readonly meta: RouteMeta;
  readonly children: readonly MenuItem[] | null;
}

/**
 * What opening an entry does: `none` = directory that only folds, `page` = draws in the main area,
 * `frame` = outside address inside the main area, `window` = outside address in a new window.
 */
export type OpenMode = 'none' | 'page' | 'frame' | 'window';

/** One row of the route table: a fixed page (spec 2.1) or one made from a menu entry (spec 2.2). */
export interface RouteEntry {
  /** Starts with a slash; no query. */
  readonly path: string;
  readonly name: string;
  readonly meta: RouteMeta;
  /** Left out of navigation and search. */
  readonly hidden: boolean;
  readonly mode: OpenMode;
  /** Titles of the directories above, outermost first: what the menu search shows as `A > B`. */
  readonly parents: readonly RouteMeta[];
  /** The menu entry it was made from; fixed routes have none. */
  readonly menu?: MenuItem;
  /** From the query part of a type-2 address: handed to the page with the query of the address bar. */
  readonly query?: Readonly<Record<string, string>>;
  /** Types 3, 4, 5, 8: from propertyJson. */
  readonly moduleId?: string;
  readonly isTree?: boolean;
  readonly type?: MenuType;
}

/** One look at one address. The path is the identity of its tag and view (spec 2.4). */
export interface Visit {
  readonly route: RouteEntry;
  readonly path: string;
  /** path + query. */
  readonly fullPath: string;
  readonly query: Readonly<Record<string, string>>;
  /** Grows when this path is asked to draw afresh (refresh of a tag); part of the React key of its view. */
  readonly generation: number;
}

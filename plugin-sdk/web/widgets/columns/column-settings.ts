import { defineContract, get, put, Type } from '@nephra/plugin-sdk/contract';
import { createClient, type HttpPort } from '@nephra/plugin-sdk/web';
import type { OpeningView } from '../../../contract/list-view/list-view.schema.ts';
import type { Column } from './column.ts';

/** One row of the user's column settings as it stands on the wire (spec 3, column setting). */
export interface ColumnSetting {
  readonly prop: string;
  readonly label: string;
  readonly visible: boolean;
}

/** Where column settings are kept. `modelId` is the menu id, with a suffix when a page has several lists. */
export interface ColumnSettingsPort {
  load(modelId: string): Promise<readonly ColumnSetting[]>;
  /** No columns: they are the default again. */
  save(modelId: string, settings: readonly ColumnSetting[]): Promise<void>;
  /**
   * What the list opens with, asked for in place of `load` where views are kept, too. Without it the list has no views.
   * @param view id of the one that is asked for; empty: the one that the person chose
   */
  open?(modelId: string, view: string): Promise<OpeningView>;
}

/** The two calls behind the column settings (spec 7.16). */
export const columnSettingsContract = defineContract('column-settings', {
  load: get('/api/permission/Authority/GetColumnsByModuleId/{id}', {
    summary: "The user's column settings of one page",
    need: 'session',
    audit: 'none',
    params: Type.Object({ id: Type.String() }),
    query: Type.Object({ view: Type.Optional(Type.String()) }),
    reply: Type.Unsafe<readonly ColumnSetting[] | OpeningView>(Type.Unknown()),
  }),
  save: put('/api/permission/Authority/SetColumnsByModuleId', {
    summary: 'Save the column settings of one page',
    need: 'session',
    audit: 'none',
    retry: 'natural',
    body: Type.Object({ moduleId: Type.String(), fieldList: Type.String() }),
    reply: Type.Null(),
  }),
});

/** Keeps the settings on the server, per user (spec 7.16). */
export function columnSettingsOnServer(http: HttpPort): ColumnSettingsPort {
  const client = createClient(columnSettingsContract, http);
  return {
    load: async (id) => (await client.load({ params: { id }, query: {} }, { quiet: true })).data as readonly ColumnSetting[],
    open: async (id, view) => {
      const { data } = await client.load({ params: { id }, query: { view } }, { quiet: true });
      // A server of yesterday knows no views.
      return 'view' in data ? data : { columns: [...data], view: null, refusal: '' };
    },
    save: async (moduleId, settings) => {
      await client.save({ body: { moduleId, fieldList: JSON.stringify(settings) } });
    },
  };
}

/** Settings as the page's author wrote them: all columns in their order. */
export const defaultSettings = (columns: readonly Pick<Column<never>, 'prop' | 'label' | 'hiddenAtFirst'>[]): ColumnSetting[] =>
  columns.map(({ prop, label, hiddenAtFirst }) => ({ prop, label, visible: !hiddenAtFirst }));

/**
 * Saved settings brought up to date with the columns of today: labels follow the language, columns that are gone drop out,
 * new ones stand where the author put them.
 */
export function mergeSettings(
  columns: readonly Pick<Column<never>, 'prop' | 'label' | 'hiddenAtFirst' | 'always'>[],
  saved: readonly ColumnSetting[],
): ColumnSetting[] {
  const byProp = new Map(columns.map((column) => [column.prop, column]));
  const merged: ColumnSetting[] = [];
  const taken = new Set<string>();
  for (const { prop, visible } of saved) {
    const column = byProp.get(prop);
    if (!column || taken.has(prop)) continue;
    taken.add(prop);
    merged.push({ prop, label: column.label, visible: visible || column.always === true });
  }
  columns.forEach((column, at) => {
    if (taken.has(column.prop)) return;
    const before = columns[at - 1];
    const place = before ? merged.findIndex((setting) => setting.prop === before.prop) + 1 : 0;
    merged.splice(place, 0, { prop: column.prop, label: column.label, visible: !column.hiddenAtFirst });
  });
  return merged;
}

/** The columns to draw, in the order to draw them. */
export function applySettings<Row>(columns: readonly Column<Row>[], settings: readonly ColumnSetting[]): readonly Column<Row>[] {
  const byProp = new Map(columns.map((column) => [column.prop, column]));
  return settings.flatMap(({ prop, visible }) => {
    const column = byProp.get(prop);
    return column && visible ? [column] : [];
  });
}

/** Moves one entry to another place. */
export function moveSetting(settings: readonly ColumnSetting[], from: number, to: number): readonly ColumnSetting[] {
  const moved = settings[from];
  if (!moved || to < 0 || to >= settings.length) return settings;
  const rest = settings.filter((_, at) => at !== from);
  return [...rest.slice(0, to), moved, ...rest.slice(to)];
}

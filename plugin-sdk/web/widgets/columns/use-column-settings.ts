import { useMenu, usePageQuery, usePlugin, type WebContext } from '@nephra/plugin-sdk/web';
import { useEffect, useMemo, useRef, useState } from 'react';
import type { ListView, OpeningView } from '../../../contract/list-view/list-view.schema.ts';
import type { Column } from './column.ts';
import { applySettings, type ColumnSetting, type ColumnSettingsPort, columnSettingsOnServer, mergeSettings } from './column-settings.ts';

/** Changes are written when the user pauses, so that a drag does not become a call per step. */
const SAVE_DELAY_MS = 600;

/** Lists that opened with a view: at the next visit their rows wait for it instead of being read twice. */
const openedWithView = new Set<string>();

export interface ListColumns<Row> {
  readonly shown: readonly Column<Row>[];
  readonly settings: readonly ColumnSetting[];
  readonly change: (settings: readonly ColumnSetting[]) => void;
  /** Writes what was changed at once. */
  readonly flush: () => Promise<void>;
  /** Shows columns that are kept already. */
  readonly take: (settings: readonly ColumnSetting[]) => void;
  readonly keeper: ColumnSettingsPort;
  /** Name of the list where its columns are kept. Undefined outside a menu page: there is nothing to save them under. */
  readonly modelId: string | undefined;
  /** The view that the list is looked at with. Its columns are those that are shown; arranging them changes nothing that is kept. */
  readonly view: ListView | null;
  readonly show: (view: ListView | null) => void;
  /** Nobody knows yet which view it opens with: its rows would be read twice. */
  readonly waiting: boolean;
}

/**
 * The user's own choice and order of columns, kept per menu (spec 7.16), or those of the view that the list is looked at with. Without an answer the author's order stands.
 * @param port false: the list keeps nothing
 * @param apply lets the list follow a view that it opens with, before its columns show
 */
export function useColumnSettings<Row>(
  columns: readonly Column<Row>[],
  port: ColumnSettingsPort | false | undefined,
  key: string | undefined,
  apply: (view: ListView, ctx: WebContext) => Promise<void>,
): ListColumns<Row> {
  const ctx = usePlugin();
  const { http } = ctx;
  const menu = useMenu();
  const asked = usePageQuery().view;
  const keeper = useMemo(() => port || columnSettingsOnServer(http), [port, http]);
  const modelId = port === false ? undefined : menu && (key === undefined ? menu.id : `${menu.id}:${key}`);
  const [own, setOwn] = useState<readonly ColumnSetting[]>([]);
  const [looked, setLooked] = useState<{ readonly view: ListView; readonly columns: readonly ColumnSetting[] } | null>(null);
  const [waiting, setWaiting] = useState(modelId !== undefined && keeper.open !== undefined && (asked !== undefined || openedWithView.has(modelId)));
  const touched = useRef(false);
  const pending = useRef<{ timer: ReturnType<typeof setTimeout>; write: () => Promise<void> } | null>(null);
  /** What is here already. */
  const here = useRef<{ list?: string; view?: string }>({});
  const latest = useRef(apply);
  latest.current = apply;

  const show = (view: ListView | null) => {
    here.current.view = view?.id;
    setLooked(view && { view, columns: view.content.columns });
  };

  // biome-ignore lint/correctness/useExhaustiveDependencies: asks anew for another list and another view alone
  useEffect(() => {
    if (modelId === undefined || (here.current.list === modelId && (asked === undefined || asked === here.current.view))) return undefined;
    let current = true;
    touched.current = false;
    const ask: Promise<Partial<OpeningView> & Pick<OpeningView, 'columns'>> =
      keeper.open?.(modelId, asked ?? '') ?? keeper.load(modelId).then((found) => ({ columns: [...found] }));
    ask
      .then(async ({ columns: found, view, refusal }) => {
        if (!current) return;
        here.current.list = modelId;
        if (refusal) ctx.toast.warning(refusal);
        // What the user has arranged meanwhile is newer.
        // Nothing kept, as was assumed: another empty list would draw all rows again.
        if (!touched.current) setOwn((before) => (found.length + before.length === 0 ? before : found));
        openedWithView[view ? 'add' : 'delete'](modelId);
        if (!view) return;
        await latest.current(view, ctx);
        if (current) show(view);
      })
      // The author's order is good enough until the next visit.
      .catch(() => undefined)
      .then(() => current && setWaiting(false));
    return () => {
      current = false;
    };
  }, [keeper, modelId, asked]);

  const flush = async () => {
    const last = pending.current;
    if (!last) return;
    clearTimeout(last.timer);
    await last.write();
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: what waits belongs to this list
  useEffect(() => () => void flush(), [keeper, modelId]);

  const saved = looked && looked.columns.length > 0 ? looked.columns : own;
  const settings = useMemo(() => mergeSettings(columns, saved), [columns, saved]);
  const shown = useMemo(() => applySettings(columns, settings), [columns, settings]);
  const change = (next: readonly ColumnSetting[]) => {
    if (looked) return setLooked({ ...looked, columns: next });
    touched.current = true;
    setOwn(next);
    if (modelId === undefined) return;
    if (pending.current) clearTimeout(pending.current.timer);
    const write = () => {
      pending.current = null;
      return keeper.save(modelId, next).catch(() => undefined); // the HTTP client told the user
    };
    pending.current = { timer: setTimeout(write, SAVE_DELAY_MS), write };
  };
  return { shown, settings, change, flush, take: setOwn, keeper, modelId, view: looked?.view ?? null, show, waiting };
}

import { useMenu, usePlugin } from '@nephra/plugin-sdk/web';
import { useEffect, useMemo, useRef, useState } from 'react';
import type { Column } from './column.ts';
import { applySettings, type ColumnSetting, type ColumnSettingsPort, columnSettingsOnServer, mergeSettings } from './column-settings.ts';

/** Changes are written when the user pauses, so that a drag does not become a call per step. */
const SAVE_DELAY_MS = 600;

interface UseColumnSettings<Row> {
  readonly shown: readonly Column<Row>[];
  readonly settings: readonly ColumnSetting[];
  readonly change: (settings: readonly ColumnSetting[]) => void;
  /** False outside a menu page: there is nothing to save them under. */
  readonly available: boolean;
}

/** The user's own choice and order of columns, kept per menu (spec 7.16). Without an answer the author's order stands. */
export function useColumnSettings<Row>(columns: readonly Column<Row>[], port: ColumnSettingsPort | undefined, key: string | undefined): UseColumnSettings<Row> {
  const { http } = usePlugin();
  const menu = useMenu();
  const keeper = useMemo(() => port ?? columnSettingsOnServer(http), [port, http]);
  const modelId = menu && (key === undefined ? menu.id : `${menu.id}:${key}`);
  const [saved, setSaved] = useState<readonly ColumnSetting[]>([]);
  const touched = useRef(false);
  const waiting = useRef<{ timer: ReturnType<typeof setTimeout>; write: () => void } | null>(null);

  useEffect(() => {
    if (modelId === undefined) return undefined;
    let current = true;
    touched.current = false;
    keeper.load(modelId).then(
      // What the user has arranged meanwhile is newer.
      (settings) => current && !touched.current && setSaved(settings),
      () => undefined, // the author's order is good enough until the next visit
    );
    return () => {
      current = false;
      const last = waiting.current;
      if (!last) return;
      clearTimeout(last.timer);
      last.write();
    };
  }, [keeper, modelId]);

  const settings = useMemo(() => mergeSettings(columns, saved), [columns, saved]);
  const shown = useMemo(() => applySettings(columns, settings), [columns, settings]);
  const change = (next: readonly ColumnSetting[]) => {
    touched.current = true;
    setSaved(next);
    if (modelId === undefined) return;
    if (waiting.current) clearTimeout(waiting.current.timer);
    const write = () => {
      waiting.current = null;
      void keeper.save(modelId, next).catch(() => undefined); // the HTTP client told the user
    };
    waiting.current = { timer: setTimeout(write, SAVE_DELAY_MS), write };
  };
  return { shown, settings, change, available: modelId !== undefined };
}

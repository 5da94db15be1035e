import { Button, SideSheet, Switch } from '@nephra/plugin-sdk/ui';
import { type KeyboardEvent, type PointerEvent, useLayoutEffect, useRef, useState } from 'react';
import type { Column } from './column.ts';
import { type ColumnSetting, moveSetting } from './column-settings.ts';
import { useKitText } from '../kit-text.ts';
import { useRunOnce } from '../run-once.ts';
import { DefaultColumns } from './default-columns.tsx';
import { useViewText } from './view-texts.ts';
import type { ListColumns } from './use-column-settings.ts';
import './column-drawer.css';

interface ColumnDrawerProps {
  readonly columns: readonly Pick<Column<never>, 'prop' | 'label' | 'hiddenAtFirst' | 'always'>[];
  readonly list: Pick<ListColumns<never>, 'settings' | 'change' | 'flush' | 'take' | 'keeper' | 'modelId' | 'view' | 'show'>;
  readonly onClose: () => void;
}

/**
 * Drawer 列表显示设置, 320 px: order by dragging with mouse, pen or finger, by Alt+↑↓ or the arrow buttons; a switch per column,
 * 恢复默认. Each change shows at once.
 */
export function ColumnDrawer({ columns, list, onClose }: ColumnDrawerProps) {
  const { settings, view, modelId } = list;
  const text = useKitText();
  const viewText = useViewText();
  const { run } = useRunOnce();
  const changes = useRef(0);
  const onChange = (next: readonly ColumnSetting[]) => {
    changes.current += 1;
    list.change(next);
  };
  /** In a view the columns are again as it has them; else the own ones go, and with them those that others begin with show. */
  const restore = async () => {
    if (view) return list.show(view);
    onChange([]);
    const asked = changes.current;
    await list.flush();
    if (modelId === undefined) return;
    const begun = await list.keeper.load(modelId);
    // Whoever has moved a column meanwhile keeps what they see.
    if (changes.current === asked) list.take(begun);
  };
  const [dragged, setDragged] = useState<string | null>(null);
  const [said, setSaid] = useState('');
  const rowList = useRef<HTMLUListElement>(null);
  const latest = useRef(settings);
  latest.current = settings;
  const isAlways = (prop: string) => columns.some((column) => column.prop === prop && column.always);

  const moveTo = (prop: string, to: number) => {
    const from = latest.current.findIndex((setting) => setting.prop === prop);
    const next = moveSetting(latest.current, from, to);
    if (from === to || next === latest.current) return;
    latest.current = next;
    onChange(next);
    setSaid(text('movedTo', { label: next[to]?.label ?? '', n: to + 1, total: next.length }));
  };
  const keepFocus = useFocusThatMoves(settings);
  const step = (prop: string, by: number) => {
    keepFocus();
    moveTo(prop, latest.current.findIndex((setting) => setting.prop === prop) + by);
  };
  const handleKey = (event: KeyboardEvent, prop: string) => {
    const by = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : 0;
    if (by === 0 || !event.altKey) return;
    event.preventDefault();
    step(prop, by);
  };
  const startDrag = (event: PointerEvent<HTMLLIElement>, prop: string) => {
    const row = event.currentTarget;
    const target = event.target as HTMLElement;
    // A finger drags by the grip and scrolls elsewhere; a mouse drags the whole row.
    const grips = target.closest('.nk-columns-grip') !== null || (event.pointerType === 'mouse' && target.closest('button, input, .semi-switch') === null);
    if (!grips || event.button !== 0) return;
    event.preventDefault();
    row.setPointerCapture(event.pointerId);
    setDragged(prop);
    const move = ({ clientY }: globalThis.PointerEvent) => {
      const rows = [...(rowList.current?.children ?? [])];
      const over = rows.findIndex((one) => clientY < one.getBoundingClientRect().bottom);
      moveTo(prop, over < 0 ? rows.length - 1 : over);
      row.scrollIntoView({ block: 'nearest' });
    };
    const end = () => {
      setDragged(null);
      row.removeEventListener('pointermove', move);
    };
    row.addEventListener('pointermove', move);
    row.addEventListener('lostpointercapture', end, { once: true });
  };

  return (
    <SideSheet
      visible
      width={320}
      title={text('columnSettings')}
      onCancel={onClose}
      footer={
        <Button block onClick={() => void run(restore)}>
          {text('restoreDefault')}
        </Button>
      }
    >
      {view && <p className="nk-views-note">{viewText('inView', { name: view.name })}</p>}
      <h3 className="nk-columns-title">
        {text('columnHeads')}
        <small>{text('dragColumn')}</small>
      </h3>
      <ul ref={rowList} className="nk-columns">
        {settings.map(({ prop, label, visible }, place) => (
          <li
            key={prop}
            data-dragged={dragged === prop || undefined}
            onPointerDown={(event) => startDrag(event, prop)}
            onKeyDown={(event) => handleKey(event, prop)}
          >
            <span className="nk-columns-grip" aria-hidden="true">
              ⠿
            </span>
            <span className="nk-columns-label" title={label}>
              {label}
            </span>
            <button type="button" aria-label={text('moveUp', { label })} disabled={place === 0} onClick={() => step(prop, -1)}>
              ↑
            </button>
            <button type="button" aria-label={text('moveDown', { label })} disabled={place === settings.length - 1} onClick={() => step(prop, 1)}>
              ↓
            </button>
            <Switch
              size="small"
              checked={visible}
              disabled={isAlways(prop)}
              aria-label={text('showColumn', { label })}
              onChange={(on) => onChange(settings.map((setting) => (setting.prop === prop ? { ...setting, visible: on } : setting)))}
            />
          </li>
        ))}
      </ul>
      <p className="nk-columns-said" role="status">
        {said}
      </p>
      {list.keeper.open && modelId !== undefined && <DefaultColumns modelId={modelId} settings={settings} />}
    </SideSheet>
  );
}

/** A row that moves takes its place in the page anew and would lose the cursor: gives it back, or to the row's other button at the ends. */
function useFocusThatMoves(settings: readonly ColumnSetting[]): () => void {
  const keep = useRef<HTMLElement | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the order has changed
  useLayoutEffect(() => {
    const focused = keep.current;
    keep.current = null;
    if (!focused) return;
    const usable = focused.matches(':disabled') ? focused.closest('li')?.querySelector<HTMLElement>('button:not(:disabled)') : focused;
    usable?.focus();
  }, [settings]);
  return () => {
    keep.current = document.activeElement instanceof HTMLElement ? document.activeElement : null;
  };
}

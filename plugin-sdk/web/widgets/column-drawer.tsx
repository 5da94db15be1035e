import { Button, SideSheet, Switch } from '@nephra/plugin-sdk/ui';
import { type DragEvent, type KeyboardEvent, useState } from 'react';
import type { Column } from './column.ts';
import { type ColumnSetting, defaultSettings, moveSetting } from './column-settings.ts';
import { useKitText } from './kit-text.ts';
import './column-drawer.css';

interface ColumnDrawerProps {
  readonly columns: readonly Pick<Column<never>, 'prop' | 'label' | 'hiddenAtFirst' | 'always'>[];
  readonly settings: readonly ColumnSetting[];
  readonly onChange: (settings: readonly ColumnSetting[]) => void;
  readonly onClose: () => void;
}

/** Drawer 列表显示设置, 320 px: order by dragging (or Alt+↑↓), a switch per column, 恢复默认. Each change shows at once. */
export function ColumnDrawer({ columns, settings, onChange, onClose }: ColumnDrawerProps) {
  const text = useKitText();
  const [dragged, setDragged] = useState<string | null>(null);
  const at = (prop: string) => settings.findIndex((setting) => setting.prop === prop);
  const isAlways = (prop: string) => columns.some((column) => column.prop === prop && column.always);

  const over = (event: DragEvent, prop: string) => {
    event.preventDefault();
    if (dragged !== null && dragged !== prop) onChange(moveSetting(settings, at(dragged), at(prop)));
  };
  const handleKey = (event: KeyboardEvent, prop: string) => {
    const step = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : 0;
    if (step === 0 || !event.altKey) return;
    event.preventDefault();
    onChange(moveSetting(settings, at(prop), at(prop) + step));
  };

  return (
    <SideSheet
      visible
      width={320}
      title={text('columnSettings')}
      onCancel={onClose}
      footer={
        <Button block onClick={() => onChange(defaultSettings(columns))}>
          {text('restoreDefault')}
        </Button>
      }
    >
      <h3 className="nk-columns-title">
        {text('columnHeads')}
        <small>{text('dragColumn')}</small>
      </h3>
      <ul className="nk-columns">
        {settings.map(({ prop, label, visible }, place) => (
          <li
            key={prop}
            draggable
            data-dragged={dragged === prop || undefined}
            onDragStart={(event) => {
              event.dataTransfer.effectAllowed = 'move';
              setDragged(prop);
            }}
            onDragOver={(event) => over(event, prop)}
            onDragEnd={() => setDragged(null)}
            onKeyDown={(event) => handleKey(event, prop)}
          >
            <span className="nk-columns-grip" aria-hidden="true">
              ⠿
            </span>
            <span className="nk-columns-label" title={label}>
              {label}
            </span>
            <button
              type="button"
              aria-label={text('moveUp', { label })}
              disabled={place === 0}
              onClick={() => onChange(moveSetting(settings, place, place - 1))}
            >
              ↑
            </button>
            <button
              type="button"
              aria-label={text('moveDown', { label })}
              disabled={place === settings.length - 1}
              onClick={() => onChange(moveSetting(settings, place, place + 1))}
            >
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
    </SideSheet>
  );
}

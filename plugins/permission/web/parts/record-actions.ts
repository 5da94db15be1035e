import type { WebContext } from '@nephra/plugin-sdk/web';
import type { RowAction } from '@nephra/plugin-sdk/widgets';

interface KeptRecord {
  readonly fullName: string;
  readonly enabledMark: number;
}

interface RecordActs<Row> {
  /** Turns the state round. */
  readonly toggle: (row: Row) => unknown;
  readonly remove: (row: Row) => unknown;
  /** What disabling leads to. Default: the record is no longer offered. */
  readonly disableAsk?: (row: Row) => string;
}

/** Row actions that all lists of this plugin end with: enable or disable, and delete; both ask first. */
export const recordActions = <Row extends KeptRecord>(t: WebContext['t'], { toggle, remove, disableAsk }: RecordActs<Row>): readonly RowAction<Row>[] => [
  {
    key: 'off',
    text: t('parts.disable'),
    button: 'btn_state',
    danger: true,
    visible: (row) => row.enabledMark === 1,
    confirm: disableAsk ?? ((row) => t('parts.disableAsk', { name: row.fullName })),
    onClick: toggle,
  },
  { key: 'on', text: t('parts.enable'), button: 'btn_state', visible: (row) => row.enabledMark === 0, onClick: toggle },
  {
    key: 'remove',
    text: t('parts.remove'),
    button: 'btn_remove',
    danger: true,
    confirm: (row) => t('parts.removeAsk', { name: row.fullName }),
    onClick: remove,
  },
];

import type { WebContext } from '@nephra/plugin-sdk/web';
import { type Column, type RowAction, rowActs, type Status, StatusTag } from '@nephra/plugin-sdk/widgets';
import type { AreaRow, AreaStore } from './area.store.ts';

const statesOf = (t: WebContext['t']): readonly Status[] => [
  { value: 1, text: t('area.enabled'), tone: 'success' },
  { value: 0, text: t('area.disabled'), tone: 'neutral' },
];
const sourcesOf = (t: WebContext['t']): readonly Status[] => [
  { value: 1, text: t('area.listed'), tone: 'neutral' },
  { value: 0, text: t('area.own'), tone: 'info' },
];

/** What the list says of an area. */
export const columnsOf = (t: WebContext['t']): readonly Column<AreaRow>[] => [
  {
    prop: 'fullName',
    label: t('area.fullName'),
    minWidth: 200,
    always: true,
    text: ({ fullName, path = fullName }) => path,
    render: ({ fullName, path = fullName }) => path,
  },
  { prop: 'enCode', label: t('area.enCode'), width: 140 },
  { prop: 'seeded', label: t('area.source'), width: 140, render: ({ seeded }) => <StatusTag value={seeded} table={sourcesOf(t)} /> },
  { prop: 'enabledMark', label: t('area.state'), width: 116, render: ({ enabledMark }) => <StatusTag value={enabledMark} table={statesOf(t)} /> },
  { prop: 'sortCode', label: t('area.sortCode'), width: 84, align: 'right', hiddenAtFirst: true },
  { prop: 'description', label: t('area.description'), minWidth: 140, hiddenAtFirst: true },
];

/** What can be done to one. */
export const actsOf = (store: AreaStore, { t, language }: WebContext): readonly RowAction<AreaRow>[] =>
  rowActs(language, {
    name: ({ fullName }) => fullName,
    edit: (row) => store.edit(row),
    toggle: (row) => store.toggle(row),
    remove: (row) => store.remove(row),
    may: { remove: ({ seeded }) => seeded === 0 },
    ask: { disable: ({ fullName }) => t('area.disableAsk', { name: fullName }) },
  });

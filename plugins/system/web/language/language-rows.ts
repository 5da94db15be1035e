import { type Language, LANGUAGES } from '@nephra/plugin-sdk/contract';
import type { WebContext } from '@nephra/plugin-sdk/web';
import { type Column, type RowAction, statusColumn, statusTable, textColumn } from '@nephra/plugin-sdk/widgets';
import type { AddedLanguageRow, TextRow } from '../../contract/language/language.contract.ts';
import type { LanguageStore } from './language.store.ts';

type Text = WebContext['t'];

export const ownerName = (t: Text, owner: string): string => (owner === 'core' || owner === 'shell' ? t(`language.owners.${owner}`) : owner);

/** The words of the reader stand first: they are what one comes for, and all that a phone shows. */
const languagesFrom = (first: Language): readonly Language[] => [first, ...LANGUAGES.filter((each) => each !== first)];

const stateOf = ({ changed, missing }: TextRow) => (missing !== '' ? 'missing' : changed !== '' ? 'changed' : '');
export const statesOf = (t: Text) => statusTable({ changed: 'info', missing: 'warning' }, (value) => t(`language.${value}`));

/** @param added the language of the site that is looked at; its words stand first */
export const columnsOf = ({ t, language }: Pick<WebContext, 't' | 'language'>, added?: AddedLanguageRow): readonly Column<TextRow>[] => [
  ...(added ? [textColumn<TextRow>('added', added.name, { minWidth: 180, always: true, missing: { text: t('language.missing'), tone: 'warning' } })] : []),
  ...languagesFrom(language).map((prop) => ({ prop, label: t(`language.${prop}`), minWidth: 180, always: prop === language && !added })),
  { prop: 'key', label: t('language.key'), minWidth: 180 },
  { prop: 'owner', label: t('language.owner'), width: 104, render: ({ owner }) => ownerName(t, owner) },
  statusColumn('changed', t('language.state'), { width: 110, table: statesOf(t), value: stateOf }),
];

export const actsOf = (t: Text, store: LanguageStore, lookedName?: string): readonly RowAction<TextRow>[] => [
  { key: 'edit', text: t('dictionary.edit'), button: 'btn_edit', onClick: (row) => store.edit(row, lookedName) },
  {
    key: 'back',
    text: t('language.takeBack'),
    button: 'btn_edit',
    visible: ({ changed }) => changed !== '',
    confirm: ({ key }) => t('language.takeBackAsk', { key }),
    onClick: (row) => store.takeBack(row),
  },
];

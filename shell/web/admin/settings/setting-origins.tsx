import { usePlugin } from '@nephra/plugin-sdk/web';
import { type Column, DataTable, DateText, type RowAction, settingShown } from '@nephra/plugin-sdk/widgets';
import { observer } from 'mobx-react-lite';
import { useMemo } from 'react';
import { useShell } from '../../shell-context.tsx';
import type { OpenSheet, ShownSetting } from './open-sheet.ts';
import { useSettingText } from './setting-texts.ts';
import type { SettingsStore } from './settings.store.ts';

const SOURCES = { default: 'sourceDefault', registry: 'sourceRegistry', page: 'sourcePage' } as const;

interface SettingOriginsProps {
  readonly store: SettingsStore;
  readonly open: OpenSheet;
}

/** The values that count now: from whom each is, since when, and the way back to the default. */
export const SettingOrigins = observer(function SettingOrigins({ store, open }: SettingOriginsProps) {
  const { language } = usePlugin();
  const say = useSettingText();
  const narrow = useShell().device.device === 'mobile';
  const columns = useMemo(
    (): readonly Column<ShownSetting>[] => [
      { prop: 'name', label: say('setting'), minWidth: 150, render: ({ field }) => field.label[language] },
      {
        prop: 'value',
        label: say('value'),
        width: 96,
        render: ({ field, view }) => (field.secret ? say(view.source === 'default' ? 'secretOpen' : 'secretSet') : settingShown(field, view.value, language)),
      },
      { prop: 'source', label: say('source'), width: 110, render: ({ view }) => say(SOURCES[view.source]) },
      { prop: 'byDefault', label: say('byDefault'), width: 96, render: ({ field, view }) => settingShown(field, view.byDefault, language) },
      { prop: 'setBy', label: say('setBy'), width: 110, render: ({ view }) => view.setBy || '–' },
      { prop: 'setAt', label: say('setAt'), width: 140, render: ({ view }) => <DateText value={view.setAt} /> },
    ],
    [say, language],
  );
  const actions = useMemo(
    (): readonly RowAction<ShownSetting>[] => [
      {
        key: 'back',
        text: say('back'),
        button: 'btn_edit',
        visible: ({ field, view }) => view.source === 'page' && !field.secret,
        confirm: ({ field }) => say('backAsk', { name: field.label[language] }),
        onClick: ({ field }) => store.back(field.name),
      },
      {
        key: 'clear',
        text: say('clear'),
        button: 'btn_edit',
        visible: ({ field, view }) => view.source === 'page' && field.secret,
        confirm: ({ field }) => say('clearAsk', { name: field.label[language] }),
        onClick: ({ field }) => store.back(field.name),
      },
    ],
    [say, language, store],
  );
  const anySet = open.settings.some(({ view }) => view.source === 'page');
  return (
    <div className="nephra-settings-origins">
      <h3>{say('origin')}</h3>
      <DataTable
        label={say('origin')}
        rows={open.settings}
        rowKey={({ field }) => field.name}
        columns={columns}
        rowActions={anySet ? actions : []}
        inlineActions={narrow ? 0 : 1}
      />
    </div>
  );
});

import { usePlugin } from '@nephra/plugin-sdk/web';
import { type Column, DataTable, DateText, EmptyState, PermissionButton } from '@nephra/plugin-sdk/widgets';
import { observer } from 'mobx-react-lite';
import type { PatternView } from '../../contract/file.schema.ts';
import { onDayOrNext } from '../../domain/in-force.ts';
import { askPattern } from '../forms/pattern.form.tsx';
import { PatternPreview } from '../pattern/pattern-preview.tsx';
import { patternWords } from '../words.ts';
import type { TabProps } from './file.drawer.tsx';

/** When the patient comes, and when it was otherwise. */
export const PatternTab = observer(function PatternTab({ store, file }: TabProps) {
  const { t } = usePlugin();
  const { source } = store;
  const pattern = onDayOrNext(file.patterns, file.today);
  const begins = pattern !== undefined && pattern.from > file.today;
  const columns: Column<PatternView>[] = [
    { prop: 'words', label: t('list.pattern'), minWidth: 220, render: (row) => patternWords(t, row, source.shiftName) },
    { prop: 'from', label: t('pattern.from'), width: 116 },
    { prop: 'to', label: t('pattern.to'), width: 116, render: (row) => row.to ?? t('pattern.open') },
    { prop: 'reason', label: t('pattern.reason'), minWidth: 140 },
    { prop: 'byName', label: t('by'), width: 100 },
    { prop: 'at', label: t('at'), width: 150, render: (row) => <DateText value={row.at} /> },
  ];
  return (
    <>
      <div className="df-acts">
        {!file.outcome && (
          <PermissionButton button="btn_pattern" theme="solid" type="primary" onClick={() => store.asking.ask(askPattern(t, file, source.choices))}>
            {t('pattern.edit')}
          </PermissionButton>
        )}
      </div>
      {pattern ? (
        <>
          <p className="df-now">
            <strong>{patternWords(t, pattern, source.shiftName)}</strong> {begins ? t('pattern.begins', { day: pattern.from }) : ''}
          </p>
          <PatternPreview pattern={{ ...pattern, from: begins ? pattern.from : file.today, since: pattern.from }} choices={source.choices} />
        </>
      ) : (
        <EmptyState text={t('none.pattern')} />
      )}
      {file.patterns.length > 0 && <DataTable label={t('tab.pattern')} rows={file.patterns} columns={columns} rowKey={(row) => row.patternId} />}
    </>
  );
});

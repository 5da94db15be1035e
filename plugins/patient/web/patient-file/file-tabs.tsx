import { TabPane, Tabs } from '@nephra/plugin-sdk/ui';
import { usePlugin } from '@nephra/plugin-sdk/web';
import { observer } from 'mobx-react-lite';
import type { PatientFile } from '../../contract/index.ts';
import { FileFacts } from './file-facts.tsx';
import { FileHistory } from './file-history.panel.tsx';
import { FileMerges } from './file-merges.panel.tsx';
import { FileRecords } from './file-records.panel.tsx';
import type { FileTab, OpenFileStore } from './open-file.store.ts';

export interface FileTabsProps {
  readonly store: OpenFileStore;
  readonly file: PatientFile;
  readonly className: (classId: string) => string;
}

/** What is known of a patient: facts, records of other plugins, history, merges. */
export const FileTabs = observer(function FileTabs({ store, file, className }: FileTabsProps) {
  const { t } = usePlugin();
  return (
    <Tabs type="line" size="small" activeKey={store.tab} onChange={(tab) => void store.show(tab as FileTab)} keepDOM={false} lazyRender>
      <TabPane tab={t('file.facts')} itemKey="file">
        <FileFacts file={file} revealed={store.revealed} className={className} />
      </TabPane>
      <TabPane tab={t('file.records')} itemKey="records">
        <FileRecords file={file} />
      </TabPane>
      <TabPane tab={t('history.title')} itemKey="history">
        <FileHistory store={store} className={className} />
      </TabPane>
      <TabPane tab={t('merge.tab')} itemKey="merges">
        <FileMerges store={store} />
      </TabPane>
    </Tabs>
  );
});

import { usePlugin } from '@nephra/plugin-sdk/web';
import { PageFrame, PageTabs } from '@nephra/plugin-sdk/widgets';
import { useState } from 'react';
import { LOG_TYPES, type LogType } from '../../contract/log/limits.ts';
import { LogList } from './log-list.tsx';

const ORDER: readonly LogType[] = [LOG_TYPES.login, LOG_TYPES.request, LOG_TYPES.operation, LOG_TYPES.exception];

/** The logs of sign-ins, requests, operations and exceptions (spec 2.5-05). */
export function Page() {
  const { t } = usePlugin();
  const [type, setType] = useState<LogType>(LOG_TYPES.login);
  return (
    <PageFrame title={t('log.title')}>
      <PageTabs activeKey={type} onChange={setType} tabs={ORDER.map((key) => ({ key, title: t(`log.types.${key}`), content: <LogList type={key} /> }))} />
    </PageFrame>
  );
}

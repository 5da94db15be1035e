import { type PageProps, usePlugin } from '@nephra/plugin-sdk/web';
import { Button } from '@nephra/plugin-sdk/ui';
import { Alert, DescriptionList, EmptyState, PageFrame } from '@nephra/plugin-sdk/widgets';
import { MESSAGE_PAGE } from '../../contract/message-limits.ts';
import { readFlowConfig } from '../../domain/reading/flow-config.ts';

/** What a message of a workflow leads to, until the plugin of workflows draws it: which one it speaks of (spec 2.1-13). */
export function Page({ query }: PageProps) {
  const { t, navigate } = usePlugin();
  const flow = readFlowConfig(query.config ?? '');
  const back = (
    <Button onClick={() => navigate(`/${MESSAGE_PAGE}`)} theme="light">
      {t('drawer.centre')}
    </Button>
  );
  return (
    <PageFrame title={t('flow.title')} fill={false} actions={flow && back}>
      {flow ? (
        <>
          <Alert kind="info" text={t('flow.missing')} />
          <DescriptionList
            columns={2}
            items={[
              { label: t('flow.kind'), value: t(`flow.kinds.${flow.type}`) },
              { label: t('flow.enCode'), value: flow.enCode },
              { label: t('flow.process'), value: flow.processId },
              { label: t('flow.task'), value: flow.taskNodeId },
            ]}
          />
        </>
      ) : (
        <EmptyState text={t('flow.unreadable')}>{back}</EmptyState>
      )}
    </PageFrame>
  );
}

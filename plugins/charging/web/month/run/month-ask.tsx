import { Button } from '@nephra/plugin-sdk/ui';
import { usePlugin } from '@nephra/plugin-sdk/web';
import { Alert } from '@nephra/plugin-sdk/widgets';
import { observer } from 'mobx-react-lite';
import type { MonthRunStore } from './month-run.store.ts';

/** Filings that nobody knows for certain: asks the insurer about them and says how far it is. */
export const AskInsurer = observer(function AskInsurer({ store }: { readonly store: MonthRunStore }) {
  const { t } = usePlugin();
  const { asking, askable, askRefused } = store;
  if (asking) {
    return (
      <Alert kind="info" text={t('month.run.asking', { done: asking.done, total: asking.total })}>
        <Button size="small" onClick={() => store.stopAsking()}>
          {t('month.run.askStop')}
        </Button>
      </Alert>
    );
  }
  return (
    <>
      {askRefused.count > 0 && <Alert kind="warning" text={t('month.run.askRefused', { n: askRefused.count, reason: askRefused.reason })} />}
      {askable.length > 0 && (
        <Alert kind="info" text={t('month.run.askWhy', { n: askable.length })}>
          <Button size="small" theme="light" type="primary" disabled={store.busy} onClick={() => void store.askInsurer()}>
            {t('month.run.ask')}
          </Button>
        </Alert>
      )}
    </>
  );
});

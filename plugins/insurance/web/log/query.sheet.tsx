import { Button, SideSheet } from '@nephra/plugin-sdk/ui';
import { usePlugin } from '@nephra/plugin-sdk/web';
import { Alert, FormPanel, useStore } from '@nephra/plugin-sdk/widgets';
import { observer } from 'mobx-react-lite';
import { JsonTree } from '../parts/exchange/json-tree.tsx';
import { QueryStore } from './query.store.ts';

interface QuerySheetProps {
  readonly onClose: () => void;
  readonly onExchange: (exchangeId: string) => void;
}

/** Form for one question to the platform, and its answer. */
export const QuerySheet = observer(function QuerySheet({ onClose, onExchange }: QuerySheetProps) {
  const ctx = usePlugin();
  const { t } = ctx;
  const store = useStore(() => new QueryStore(ctx));
  const { answer, form } = store;
  return (
    <SideSheet visible title={t('log.query')} width="min(720px, 100vw)" onCancel={onClose}>
      <div className="in-exchange">
        <Alert kind="info" text={t('log.queryHelp')} />
        <FormPanel form={form} autoFocus onSubmit={() => void store.ask()}>
          <div className="in-foot">
            <Button htmlType="submit" theme="solid" type="primary" loading={form.saving}>
              {t('log.ask')}
            </Button>
            <Button theme="light" type="tertiary" disabled={form.saving} onClick={() => store.outline()}>
              {t('log.outline')}
            </Button>
          </div>
        </FormPanel>
        {answer && (
          <section className="in-message" aria-label={t('log.answer')}>
            <header>
              <h4>{t('log.answer')}</h4>
              <button type="button" className="nk-text-button" onClick={() => onExchange(answer.exchangeId)}>
                {t('desk.seeExchange')}
              </button>
            </header>
            {answer.infcode !== '0' && <Alert kind="warning" text={answer.err_msg || answer.infcode} />}
            <JsonTree value={answer.output} />
          </section>
        )}
      </div>
    </SideSheet>
  );
});

import { usePlugin } from '@nephra/plugin-sdk/web';
import { Alert } from '@nephra/plugin-sdk/widgets';
import type { SettlementRecord } from '../../contract/index.ts';

/** Of a settlement around a partial refund: which one came before, or what went back and where the rest was settled. */
export function CorrectionNote({ settlement }: { readonly settlement: SettlementRecord }) {
  const { t } = usePlugin();
  const { correction, corrects, lines, state } = settlement;
  const parts = (correction?.lines ?? []).map((line) =>
    t('refund.part', { name: lines.find((one) => one.detailId === line.detailId)?.drugName ?? line.detailId, n: line.drugNum }),
  );
  const what = parts.join(t('desk.listMark'));
  const after = correction?.successor;
  return (
    <>
      {corrects && <Alert kind="info" text={t('refund.corrects', { setlId: corrects.setl_id, billNo: corrects.billNo })} />}
      {correction && state !== 'cancelled' && <Alert kind="warning" text={t('refund.underWay', { what })} />}
      {correction && state === 'cancelled' && (
        <Alert
          kind={correction.dpIds.length > 0 && after?.state !== 'settled' ? 'warning' : 'info'}
          text={
            correction.dpIds.length === 0
              ? t('refund.allBack', { what })
              : after?.state === 'settled'
                ? t('refund.settledAnew', { what, setlId: after.setl_id, billNo: after.billNo })
                : t('refund.restWaits', { what, count: correction.dpIds.length })
          }
        />
      )}
    </>
  );
}

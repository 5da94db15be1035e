import { type Money, moneyFromWire } from '@nephra/plugin-sdk/contract';
import { Button } from '@nephra/plugin-sdk/ui';
import { usePlugin } from '@nephra/plugin-sdk/web';
import { AmountText, PermissionButton } from '@nephra/plugin-sdk/widgets';
import { observer } from 'mobx-react-lite';
import { PayStatus, RxStatus } from '../../contract/index.ts';
import { drugTypeText } from '../vocabulary.ts';
import type { RxEditorStore } from './rx-editor.store.ts';

/** Totals per category, and what can be done with the prescription. */
export const RxFoot = observer(function RxFoot({ editor }: { readonly editor: RxEditorStore }) {
  const { t } = usePlugin();
  const { totals } = editor.content;
  /** Those that are part of another sum stand back. */
  const parts: readonly (readonly [label: string, amount: Money, part: boolean])[] = [
    [t('total.west'), totals.west, false],
    [t('total.diagTreat'), totals.diagTreat, false],
    [t('total.consumables'), totals.consumables, true],
    [t('total.other'), totals.other, true],
    [t('total.assay'), totals.assay, false],
    [t('total.ownpay'), totals.fulamtOwnpay, true],
  ];
  return (
    <footer className="rx-foot">
      <dl className="rx-totals" aria-live="polite" data-pending={editor.content.calculating || undefined}>
        {parts
          .filter(([, amount]) => amount > 0)
          .map(([label, amount, part]) => (
            <div key={label} className={part ? 'rx-total-part' : undefined}>
              <dt>{label}</dt>
              <dd>
                <AmountText amount={amount} />
              </dd>
            </div>
          ))}
        <div className="rx-total-all">
          <dt>{t('total.total')}</dt>
          <dd>
            <AmountText amount={totals.total} sign strong explain={() => <TotalExplanation editor={editor} />} />
          </dd>
        </div>
      </dl>
      <RxActs editor={editor} />
    </footer>
  );
});

const TotalExplanation = observer(function TotalExplanation({ editor }: { readonly editor: RxEditorStore }) {
  const { t } = usePlugin();
  return (
    <table className="rx-explain-table">
      <tbody>
        {editor.content.lines.map((line) => (
          <tr key={line.key}>
            <td>{line.drugName}</td>
            <td>{drugTypeText(t, line.drugType)}</td>
            <td>
              <AmountText amount={moneyFromWire(line.subTotal)} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
});

const UNCHARGED: readonly PayStatus[] = [PayStatus.New, PayStatus.ToCharge];
const WITH_DOCTOR: readonly RxStatus[] = [RxStatus.New, RxStatus.Confirmed, RxStatus.RefusedByPharmacist];

const RxActs = observer(function RxActs({ editor }: { readonly editor: RxEditorStore }) {
  const { t } = usePlugin();
  const { base, editable, dirty, running, isNew } = editor;
  const { lines } = editor.content;
  const busy = running !== null;
  const removable = UNCHARGED.includes(base.payStatus) && WITH_DOCTOR.includes(base.rxStatus);
  const takeBack = UNCHARGED.includes(base.payStatus) && (base.rxStatus === RxStatus.Confirmed || base.rxStatus === RxStatus.RefusedByPharmacist);
  const worthSaving = dirty || (isNew && lines.length > 0);
  return (
    <div className="rx-acts">
      {removable && (
        <PermissionButton
          button="btn_remove"
          danger
          theme="borderless"
          disabled={busy}
          confirm={isNew ? (dirty ? t('act.removeNewAsk') : undefined) : t('act.removeAsk', { number: base.dpNumber })}
          onClick={() => editor.remove()}
        >
          {t('act.remove')}
        </PermissionButton>
      )}
      {editable && dirty && !isNew && (
        <Button theme="borderless" type="tertiary" disabled={busy} onClick={() => editor.discard()}>
          {t('act.discard')}
        </Button>
      )}
      {editable && (
        <PermissionButton button={isNew ? 'btn_add' : 'btn_edit'} theme="light" type="primary" disabled={busy || !worthSaving} onClick={() => editor.save()}>
          {t('act.save')}
        </PermissionButton>
      )}
      {editable && (
        <PermissionButton button="btn_confirm" theme="solid" type="primary" disabled={busy || lines.length === 0} onClick={() => editor.confirm()}>
          {worthSaving ? t('act.saveConfirm') : t('act.confirm')}
        </PermissionButton>
      )}
      {takeBack && (
        <PermissionButton button="btn_unconfirm" theme="light" type="tertiary" disabled={busy} onClick={() => editor.unconfirm()}>
          {t('act.unconfirm')}
        </PermissionButton>
      )}
    </div>
  );
});

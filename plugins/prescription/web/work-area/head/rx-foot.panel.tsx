import { Button } from '@nephra/plugin-sdk/ui';
import { usePlugin, type WebContext } from '@nephra/plugin-sdk/web';
import { AmountText, PermissionButton } from '@nephra/plugin-sdk/widgets';
import { observer } from 'mobx-react-lite';
import { PayStatus, RxStatus } from '../../../contract/index.ts';
import type { RxEditorStore } from '../rx-editor.store.ts';
import { INSIDE_ANOTHER, TOTAL_PARTS, TOTAL_TEXT, TotalExplanation } from '../charges/total-explanation.tsx';

/** Comes with the first sheet that is printed. */
export async function printNow(ctx: WebContext, editor: RxEditorStore): Promise<void> {
  const { dpId } = editor.base;
  if (dpId === null) return;
  const { printRx } = await import('../../print/print-rx.ts');
  // A refusal was told by the call.
  await printRx(ctx, dpId).catch(() => undefined);
}

/** Totals per category, and what can be done with the prescription. */
export const RxFoot = observer(function RxFoot({ editor }: { readonly editor: RxEditorStore }) {
  return (
    <footer className="rx-foot">
      <RxTotals editor={editor} />
      <RxActs editor={editor} />
    </footer>
  );
});

const RxTotals = observer(function RxTotals({ editor }: { readonly editor: RxEditorStore }) {
  const { t } = usePlugin();
  const { totals } = editor.content;
  return (
    <dl className="rx-totals" aria-live="polite" data-pending={editor.content.calculating || undefined}>
      {TOTAL_PARTS.filter((part) => totals[part] > 0).map((part) => (
        <div key={part} className={INSIDE_ANOTHER.includes(part) ? 'rx-total-part' : undefined}>
          <dt>{t(`total.${TOTAL_TEXT[part]}`)}</dt>
          <dd>
            <AmountText amount={totals[part]} explain={() => <TotalExplanation editor={editor} part={part} />} />
          </dd>
        </div>
      ))}
      <div className="rx-total-all">
        <dt>{t('total.total')}</dt>
        <dd>
          <AmountText amount={totals.total} sign strong explain={() => <TotalExplanation editor={editor} part="total" />} />
        </dd>
      </div>
    </dl>
  );
});

const UNCHARGED: readonly PayStatus[] = [PayStatus.New, PayStatus.ToCharge];
const WITH_DOCTOR: readonly RxStatus[] = [RxStatus.New, RxStatus.Confirmed, RxStatus.RefusedByPharmacist];

const RxActs = observer(function RxActs({ editor }: { readonly editor: RxEditorStore }) {
  const ctx = usePlugin();
  const { t } = ctx;
  const { base, editable, shownDirty: dirty, running, isNew } = editor;
  const { lineCount } = editor.content;
  const busy = running !== null;
  const removable = UNCHARGED.includes(base.payStatus) && WITH_DOCTOR.includes(base.rxStatus);
  const takeBack = UNCHARGED.includes(base.payStatus) && (base.rxStatus === RxStatus.Confirmed || base.rxStatus === RxStatus.RefusedByPharmacist);
  const worthSaving = dirty || (isNew && lineCount > 0);
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
      {!isNew && (
        <PermissionButton theme="borderless" type="tertiary" title="Alt+P" disabled={!editor.printable} onClick={() => printNow(ctx, editor)}>
          {t('act.print')}
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
        <PermissionButton button="btn_confirm" theme="solid" type="primary" disabled={busy || lineCount === 0} onClick={() => editor.confirm()}>
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

import { SlotOutlet, usePlugin } from '@nephra/plugin-sdk/web';
import { Alert, KeyboardHints } from '@nephra/plugin-sdk/widgets';
import { observer } from 'mobx-react-lite';
import { type KeyboardEvent, lazy, Suspense, useEffect, useRef } from 'react';
import { isUnsettled } from '../../domain/states.ts';
import type { RxEditorStore } from './rx-editor.store.ts';
import { printNow, RxFoot } from './head/rx-foot.panel.tsx';
import { RxHead } from './head/rx-head.panel.tsx';
import { RxLines } from './lines/rx-lines.panel.tsx';
import { RxPick, type RxPickHandle } from './pick/rx-pick.panel.tsx';
import type { LineInsuranceProps, PrescriptionFactsProps } from '../../contract/slots.ts';
import './rx-editor.css';

const SplitDialog = lazy(() => import('./split/split.dialog.tsx').then((module) => ({ default: module.SplitDialog })));
const ChecksDialog = lazy(() => import('../checks/checks.dialog.tsx').then((module) => ({ default: module.ChecksDialog })));

/** One prescription: notices, head, lines, totals and acts. Everything can be done with the keyboard. */
export const RxEditorPanel = observer(function RxEditorPanel({ editor }: { readonly editor: RxEditorStore }) {
  const ctx = usePlugin();
  const { t, can } = ctx;
  const pick = useRef<RxPickHandle>(null);
  const { editable } = editor;
  // biome-ignore lint/correctness/useExhaustiveDependencies: what can be changed after all is watched from then on
  useEffect(() => editor.watchChecks(), [editor, editable]);
  useEffect(() => {
    editor.openPick = (kind) => pick.current?.open(kind);
    return () => {
      editor.openPick = null;
    };
  }, [editor]);
  const handleKey = (event: KeyboardEvent) => {
    const mod = event.ctrlKey || event.metaKey;
    if (mod && event.key.toLowerCase() === 's') void (editor.editable && editor.save());
    else if (mod && event.key === 'Enter') void (editor.editable && can('his.prescription:btn_confirm') && editor.confirm());
    else if (event.altKey && !mod && event.code === 'KeyP' && editor.printable) void printNow(ctx, editor);
    else return;
    event.preventDefault();
  };
  return (
    <div className="rx-editor" role="tabpanel" onKeyDown={handleKey}>
      <Notice editor={editor} />
      <RxHead editor={editor} />
      <RxFacts editor={editor} />
      {editor.editable && <RxPick editor={editor} ref={pick} />}
      <RxLines editor={editor} onDone={() => pick.current?.focus()} />
      {editor.editable && (
        <KeyboardHints
          hints={[
            { keys: ['Alt', '1…5'], text: t('keys.pick') },
            { keys: ['Enter'], text: t('keys.next') },
            { keys: ['↑', '↓'], text: t('keys.rows') },
            { keys: ['Esc'], text: t('keys.find') },
            { keys: ['Alt', 'G'], text: t('keys.group') },
            { keys: ['Alt', 'Del'], text: t('keys.remove') },
            { keys: ['Ctrl', 'S'], text: t('keys.save') },
            { keys: ['Ctrl', 'Enter'], text: t('keys.confirm') },
          ]}
        />
      )}
      <RxInsurance editor={editor} />
      <RxFoot editor={editor} />
      {editor.split.previewed && (
        <Suspense fallback={null}>
          <SplitDialog editor={editor} />
        </Suspense>
      )}
      {editor.checks.asked && (
        <Suspense fallback={null}>
          <ChecksDialog checks={editor.checks} onConfirm={() => void editor.sign()} />
        </Suspense>
      )}
    </div>
  );
});

/** What other plugins know that matters here. */
const RxFacts = observer(function RxFacts({ editor }: { readonly editor: RxEditorStore }) {
  const { dpId, patientId } = editor.base;
  const props: PrescriptionFactsProps = { dpId: dpId ?? '', patientId, editable: editor.editable, drugIds: editor.content.lines.map(({ drugId }) => drugId) };
  return <SlotOutlet point="prescription/facts@1" props={props} />;
});

/** What another plugin has to say about the lines, such as an insurer's estimate; nothing while there is none. */
const RxInsurance = observer(function RxInsurance({ editor }: { readonly editor: RxEditorStore }) {
  const { fields, lines } = editor.content;
  // Once it is settled the bill says who paid what; an estimate beside it would contradict it.
  if (!isUnsettled(editor.base.payStatus)) return null;
  const props: LineInsuranceProps = { reimWay: fields.reimWay, lines };
  return <SlotOutlet point="prescription/line-insurance@1" props={props} />;
});

const Notice = observer(function Notice({ editor }: { readonly editor: RxEditorStore }) {
  const { t } = usePlugin();
  const { notice, base } = editor;
  return (
    <>
      {base.refuseReason !== '' && <Alert kind="warning" text={t('head.refused', { reason: base.refuseReason })} />}
      {notice?.kind === 'restored' && (
        <Alert kind="info" text={t('notice.restored')}>
          <span className="rx-notice-acts">
            <TextButton text={t('act.discard')} onClick={() => editor.discard()} />
            <TextButton text={t('notice.dismiss')} onClick={() => editor.dismissNotice()} />
          </span>
        </Alert>
      )}
      {notice?.kind === 'stale' && (
        <Alert kind="warning" text={notice.mine ? t('notice.staleMine') : t('notice.stale')}>
          <span className="rx-notice-acts">
            {notice.mine ? (
              <>
                <TextButton text={t('notice.useMine')} onClick={() => editor.useMine()} />
                <TextButton text={t('notice.dropMine')} onClick={() => editor.discard()} />
              </>
            ) : (
              <TextButton text={t('notice.staleLoad')} onClick={() => void editor.refresh()} />
            )}
          </span>
        </Alert>
      )}
      {editor.editable && editor.split.flag && !editor.shownDirty && <SplitHint editor={editor} />}
      {notice?.kind === 'refused' && (
        <Alert kind="error" text={notice.text}>
          <TextButton text={t('notice.dismiss')} onClick={() => editor.dismissNotice()} />
        </Alert>
      )}
      {notice?.kind === 'unknown' && (
        <Alert kind="error" text={t('notice.unknown')}>
          <span className="rx-notice-acts">
            <TextButton text={t('notice.retry')} onClick={() => void editor.again(notice.act)} />
            {!editor.isNew && <TextButton text={t('notice.check')} onClick={() => void editor.refresh()} />}
          </span>
        </Alert>
      )}
    </>
  );
});

/** The saved prescription breaks a rule of how much may stand on one sheet. */
const SplitHint = observer(function SplitHint({ editor }: { readonly editor: RxEditorStore }) {
  const { t, can } = usePlugin();
  const { flag } = editor.split;
  if (!flag) return null;
  const rules = flag.rules.map((rule) => t(`split.rule.${rule}`)).join(t('listMark'));
  return (
    <Alert kind="warning" text={t('split.hint', { n: flag.parts.length, rules })}>
      {can('his.prescription:btn_split') && <TextButton text={t('split.show')} onClick={() => void editor.previewSplit()} />}
    </Alert>
  );
});

function TextButton({ text, onClick }: { readonly text: string; readonly onClick: () => void }) {
  return (
    <button type="button" className="nk-text-button" onClick={onClick}>
      {text}
    </button>
  );
}

import { moneyFromWire } from '@nephra/plugin-sdk/contract';
import { Button, Modal } from '@nephra/plugin-sdk/ui';
import { usePlugin } from '@nephra/plugin-sdk/web';
import { AmountText } from '@nephra/plugin-sdk/widgets';
import { observer } from 'mobx-react-lite';
import type { SplitPartRow } from '../../../contract/index.ts';
import { dpTypeText, payerText } from '../../vocabulary.ts';
import type { RxEditorStore } from '../rx-editor.store.ts';
import '../lines/explain.css';
import './split.css';

/** The prescriptions that a split would make, to be seen before it is done. */
export const SplitDialog = observer(function SplitDialog({ editor }: { readonly editor: RxEditorStore }) {
  const { t } = usePlugin();
  const { split, content, base, running } = editor;
  const { flag } = split;
  if (!flag) return null;
  const names = new Map(content.lines.map((line) => [line.detailId, line]));
  const marks = (part: SplitPartRow): string =>
    [
      part.controlClass !== '' && t(`control.${part.controlClass}`),
      part.slices && t('split.slices'),
      part.dpType !== base.dpType && dpTypeText(t, part.dpType),
      part.reimWay !== base.reimWay && payerText(t, part.reimWay),
      base.diagnosis.find(({ code }) => code === part.diseCodg)?.name ?? part.diseCodg,
      part.pharmacy,
    ]
      .filter(Boolean)
      .join(' · ');
  return (
    <Modal
      visible
      centered
      title={t('split.title', { n: flag.parts.length })}
      width="min(720px, calc(100vw - 24px))"
      onCancel={() => split.close()}
      bodyStyle={{ maxHeight: 'calc(100dvh - 220px)', overflow: 'auto' }}
      footer={
        <>
          <Button disabled={running !== null} onClick={() => split.close()}>
            {t('package.cancel')}
          </Button>
          <Button theme="solid" type="primary" loading={running === 'split'} onClick={() => void editor.splitNow()}>
            {t('split.doIt', { n: flag.parts.length })}
          </Button>
        </>
      }
    >
      <p className="rx-split-rules">{flag.rules.map((rule) => t(`split.rule.${rule}`)).join(t('listMark'))}</p>
      <ol className="rx-split">
        {flag.parts.map((part, at) => (
          <li key={part.detailIds.join()} className="rx-charge">
            <header>
              <strong>{at === 0 ? base.dpNumber : t('split.part', { n: at + 1 })}</strong>
              <span>{marks(part)}</span>
              <AmountText amount={moneyFromWire(part.totalPrice)} strong />
            </header>
            <p>{part.detailIds.map((id) => names.get(id)?.drugName ?? '').join(t('listMark'))}</p>
          </li>
        ))}
      </ol>
    </Modal>
  );
});

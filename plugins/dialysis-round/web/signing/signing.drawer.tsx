import { Button, Checkbox, Input, SideSheet } from '@nephra/plugin-sdk/ui';
import { usePlugin } from '@nephra/plugin-sdk/web';
import { Alert, DateText, EmptyState, ErrorCard, ListSkeleton, useStore } from '@nephra/plugin-sdk/widgets';
import { observer } from 'mobx-react-lite';
import { useEffect, useState } from 'react';
import { MAX_REASON } from '../../contract/limits.ts';
import type { WaitingItem } from '../../contract/round.schema.ts';
import { itemLines } from '../words.ts';
import { SigningStore } from './signing.store.ts';

interface SigningDrawerProps {
  readonly onClose: () => void;
  readonly onChanged: () => void;
}

/** 批量签署: everything that waits, each in full before it is signed, and each with its own answer. */
export const SigningDrawer = observer(function SigningDrawer({ onClose, onChanged }: SigningDrawerProps) {
  const ctx = usePlugin();
  const { t } = ctx;
  const store = useStore(() => new SigningStore(ctx));
  useEffect(() => void store.load(), [store]);
  const { items, ticked } = store;
  const mine = store.waiting.filter((item) => store.maySign(item));
  const refused = [...store.outcomes.values()].filter(({ kind }) => kind === 'refused').length;
  const signed = [...store.outcomes.values()].filter(({ kind }) => kind === 'signed').length;
  const sign = async (): Promise<void> => {
    if ((await store.sign()) > 0) onChanged();
  };
  return (
    <SideSheet
      visible
      title={t('sign.title')}
      width="min(680px, 100vw)"
      onCancel={onClose}
      footer={
        mine.length > 0 && (
          <div className="dr-bar dr-foot">
            <Checkbox
              checked={ticked.size > 0 && ticked.size === mine.length}
              indeterminate={ticked.size > 0 && ticked.size < mine.length}
              onChange={({ target }) => store.tickAll(target.checked === true)}
            >
              {t('sign.all')}
            </Checkbox>
            <Button theme="solid" type="primary" loading={store.busy} disabled={ticked.size === 0} onClick={() => void sign()}>
              {t('sign.sign', { n: ticked.size })}
            </Button>
          </div>
        )
      }
    >
      {store.problem ? <ErrorCard error={store.problem} onRetry={() => void store.load()} /> : null}
      {items === null && !store.problem && <ListSkeleton />}
      {(signed > 0 || refused > 0) && <Alert kind={refused > 0 ? 'warning' : 'info'} text={t('sign.told', { signed, refused })} />}
      {items?.length === 0 && <EmptyState text={t('sign.none')} help={t('sign.noneHelp')} />}
      <ul className="dr-lines">
        {(items ?? []).map((item) => (
          <Waiting key={item.id} store={store} item={item} onChanged={onChanged} />
        ))}
      </ul>
    </SideSheet>
  );
});

const Waiting = observer(function Waiting({
  store,
  item,
  onChanged,
}: {
  readonly store: SigningStore;
  readonly item: WaitingItem;
  readonly onChanged: () => void;
}) {
  const { t } = usePlugin();
  const [declining, setDeclining] = useState(false);
  const [reason, setReason] = useState('');
  const outcome = store.outcomes.get(item.id);
  const may = store.maySign(item);
  const isProposal = item.kind === 'dry-weight' || item.kind === 'order';
  const decline = async (): Promise<void> => {
    if (await store.decline(item, reason)) onChanged();
  };
  return (
    <li className="dr-waiting" aria-label={`${t(`kind.${item.kind}`)} ${item.patientName}`}>
      <div className="dr-bar">
        <Checkbox
          checked={store.ticked.has(item.id)}
          disabled={!may || outcome?.kind === 'signed' || store.busy}
          aria-label={t('sign.tick', { kind: t(`kind.${item.kind}`), name: item.patientName })}
          onChange={({ target }) => store.tick(item.id, target.checked === true)}
        />
        <b>{item.patientName}</b>
        <span className="dr-kind">{t(`kind.${item.kind}`)}</span>
        <small>
          {item.byName} <DateText value={item.at} />
        </small>
      </div>
      {itemLines(t, item).map((line) => (
        <p key={line}>{line}</p>
      ))}
      {!may && <small>{t('sign.noRight')}</small>}
      {outcome?.kind === 'signed' && <span className="dr-problem dr-fine">{t('sign.done')}</span>}
      {outcome?.kind === 'refused' && <Alert kind="error" text={outcome.message} />}
      {isProposal && may && outcome?.kind !== 'signed' && !declining && (
        <Button size="small" theme="borderless" type="danger" onClick={() => setDeclining(true)}>
          {t('sign.decline')}
        </Button>
      )}
      {declining && (
        <div className="dr-bar">
          <Input
            aria-label={t('sign.declineReason')}
            placeholder={t('sign.declineReason')}
            value={reason}
            maxLength={MAX_REASON}
            onChange={setReason}
            style={{ flex: 1 }}
          />
          <Button type="danger" theme="solid" disabled={reason.trim().length < 2} onClick={() => void decline()}>
            {t('sign.decline')}
          </Button>
          <Button onClick={() => setDeclining(false)}>{t('patient.back')}</Button>
        </div>
      )}
    </li>
  );
});

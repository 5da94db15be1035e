import { Button, IconPrint, Input } from '@nephra/plugin-sdk/ui';
import { usePlugin } from '@nephra/plugin-sdk/web';
import { KeyboardHints, printDocument, useButtonCheck } from '@nephra/plugin-sdk/widgets';
import { observer } from 'mobx-react-lite';
import { useState } from 'react';
import type { DispensingInfo } from '../../contract/index.ts';
import { type DispensingAction, isPaid, RxStep } from '../../domain/dispensing/dispensing-state.ts';
import type { DispensingStore } from './dispensing.store.ts';
import { labelLines, labelPaper } from './hand-over/label.paper.ts';
import { MAX_REASON } from '../../contract/limits.ts';

/** Button right of each act; the server asks for the same. */
const RIGHT: Readonly<Record<DispensingAction, string>> = {
  review: 'btn_review',
  refuse: 'btn_review',
  pick: 'btn_pick',
  unpick: 'btn_pick',
  dispense: 'btn_dispense',
  return: 'btn_return',
};
/** Acts that lead on; one of them is the next step and gets Ctrl+Enter. */
const FORWARD: readonly DispensingAction[] = ['review', 'pick', 'dispense'];

/** The next step that is open and granted, if there is one. */
export const nextStep = (info: DispensingInfo, granted: (code: string) => boolean): DispensingAction | undefined => {
  const open = FORWARD.filter((act) => info.actionList.includes(act) && granted(RIGHT[act]));
  // What is ready goes out before more is picked.
  return open.includes('dispense') ? 'dispense' : open[0];
};

/** Why the next step waits for the person, if it does: a finding that stops, ticks, a reason, another person, parts or codes. */
function waitsFor(store: DispensingStore, info: DispensingInfo, next: DispensingAction | undefined): 'safety' | 'checks' | 'reason' | 'person' | 'out' | null {
  if ((next === 'review' || next === 'dispense') && store.blocked) return 'safety';
  if (next === 'review' && !store.reviewed) return 'checks';
  if ((next === 'review' || next === 'dispense') && store.reasonMissing) return 'reason';
  if (next === 'dispense' && info.secondPerson) return 'person';
  return next === 'dispense' && store.out.problem ? 'out' : null;
}

/** What can be done with the prescription now. */
export const ActionBar = observer(function ActionBar({ store, info }: { readonly store: DispensingStore; readonly info: DispensingInfo }) {
  const { t, confirm } = usePlugin();
  const granted = useButtonCheck();
  const [refusing, setRefusing] = useState(false);
  const [reason, setReason] = useState('');
  const can = (act: DispensingAction) => info.actionList.includes(act) && granted(RIGHT[act]);
  const next = nextStep(info, granted);
  const busy = store.acting !== null;
  const wait = waitsFor(store, info, next);
  const short = info.shortageList.length > 0;
  const partly = info.rxStatus === RxStep.PartlyDispensed || info.rxStatus === RxStep.Picked;
  const waitsForMoney = !isPaid(info.payStatus) && (info.rxStatus === RxStep.Reviewed || info.rxStatus === RxStep.Picked);

  const refuse = async () => {
    if (await store.perform('refuse', { reason })) {
      setRefusing(false);
      setReason('');
    }
  };
  const putBack = async () => {
    if (await confirm({ content: t('act.unpickAsk', { name: info.patientName }) })) await store.perform('unpick');
  };
  if (refusing && can('refuse')) {
    return (
      <form
        className="ph-acts"
        onSubmit={(event) => {
          event.preventDefault();
          void refuse();
        }}
      >
        <Input
          value={reason}
          maxLength={MAX_REASON}
          autoFocus
          placeholder={t('act.reasonHelp')}
          aria-label={t('act.reason')}
          onChange={setReason}
          className="ph-reason"
        />
        <Button htmlType="submit" theme="solid" type="danger" disabled={reason.trim() === ''} loading={store.acting === 'refuse'}>
          {t('act.refuseSend')}
        </Button>
        <Button theme="light" type="tertiary" onClick={() => setRefusing(false)}>
          {t('act.cancel')}
        </Button>
      </form>
    );
  }
  return (
    <div className="ph-acts" role="toolbar" aria-label={t('act.title')}>
      {next && (
        <Button
          data-next
          theme="solid"
          type="primary"
          size="large"
          loading={store.acting === next}
          disabled={busy || wait !== null || (next === 'pick' && short)}
          onClick={() => void store.forward(next)}
        >
          {t(next === 'dispense' && store.out.parts ? 'act.dispense-part' : `act.${next}`)}
        </Button>
      )}
      {next !== 'pick' && partly && can('pick') && (
        <Button theme="light" type="primary" size="large" loading={store.acting === 'pick'} disabled={busy || short} onClick={() => void store.forward('pick')}>
          {t('act.pick-rest')}
        </Button>
      )}
      {can('pick') && short && (
        <Button
          theme="light"
          type="warning"
          size="large"
          loading={store.acting === 'pick'}
          disabled={busy}
          onClick={() => void store.perform('pick', { partial: true })}
        >
          {t('act.pick-part')}
        </Button>
      )}
      {can('dispense') && !store.out.parts && store.out.lines.length > 0 && (
        <Button theme="light" type="tertiary" size="large" disabled={busy} onClick={() => store.out.startParts()}>
          {t('act.parts')}
        </Button>
      )}
      {can('dispense') && !store.out.scanning && (
        <Button theme="light" type="tertiary" size="large" disabled={busy} onClick={() => store.out.wantScan(true)}>
          {t('act.scan')}
        </Button>
      )}
      {can('unpick') && (
        <Button theme="light" type="tertiary" size="large" loading={store.acting === 'unpick'} disabled={busy} onClick={() => void putBack()}>
          {t('act.unpick')}
        </Button>
      )}
      {can('refuse') && (
        <Button theme="light" type="danger" size="large" disabled={busy} onClick={() => setRefusing(true)}>
          {t('act.refuse')}
        </Button>
      )}
      {can('return') && store.returning === null && (
        <Button theme="light" type="warning" size="large" disabled={busy} onClick={() => store.startReturn()}>
          {t('act.return')}
        </Button>
      )}
      {labelLines(info).length > 0 && (
        <Button theme="light" type="tertiary" size="large" icon={<IconPrint />} onClick={() => void printDocument(labelPaper(t, info))}>
          {t('label.print')}
        </Button>
      )}
      {wait === 'out' && store.out.problem && <span className="ph-problem">{t(`errors.${store.out.problem.key}`, store.out.problem.params)}</span>}
      {wait === 'person' && <span className="ph-problem">{t('errors.pharmacy.second-person', { name: info.pickerName })}</span>}
      {waitsForMoney && <span className="ph-soft">{t('act.waitsForMoney')}</span>}
      {!next && !waitsForMoney && info.actionList.length === 0 && <span className="ph-soft">{t('act.nothing')}</span>}
      <span className="ph-acts-end">
        <KeyboardHints hints={[...(next ? [{ keys: ['Ctrl', 'Enter'], text: t(`act.${next}`) }] : []), { keys: ['Esc'], text: t('act.back') }]} />
      </span>
    </div>
  );
});

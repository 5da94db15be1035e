import { Button, Input, Modal, Select } from '@nephra/plugin-sdk/ui';
import { Act, createClient, usePlugin } from '@nephra/plugin-sdk/web';
import { SaveFailure, useStore } from '@nephra/plugin-sdk/widgets';
import { observer } from 'mobx-react-lite';
import { useState } from 'react';
import { MAX_REASON } from '../../contract/limits.ts';
import { machineContract } from '../../contract/machine.contract.ts';
import type { MachineRow } from '../../contract/records.ts';

const STATES = ['fault', 'maintenance', 'retired'] as const;

interface OutDialogProps {
  readonly row: MachineRow;
  readonly onClose: () => void;
  readonly onDone: () => void;
}

/** A machine is out of service, and why. */
export const OutDialog = observer(function OutDialog({ row, onClose, onDone }: OutDialogProps) {
  const ctx = usePlugin();
  const { t } = ctx;
  const act = useStore(() => new Act(ctx, 'dialysis-machine-out', { toasts: false }));
  const [state, setState] = useState<(typeof STATES)[number]>('fault');
  const [reason, setReason] = useState('');
  const send = async () => {
    const input = { params: { id: row.id }, body: { state, reason: reason.trim(), version: row.version } };
    const end = await act.run(input, (options) => createClient(machineContract, ctx.http).out(input, { ...options, quiet: true }));
    if (end.kind !== 'done') return;
    onClose();
    onDone();
  };
  return (
    <Modal
      visible
      title={t('machineOut.title', { name: row.enCode })}
      width="min(480px, calc(100vw - 24px))"
      onCancel={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t('board.close')}</Button>
          <Button theme="solid" type="danger" loading={act.busy} disabled={reason.trim() === ''} onClick={() => void send()}>
            {t('machineOut.yes')}
          </Button>
        </>
      }
    >
      <div className="ds-form">
        <Select
          value={state}
          aria-label={t('machineOut.state')}
          optionList={STATES.map((value) => ({ value, label: t(`machine.${value}`) }))}
          onChange={(value) => setState(value as typeof state)}
        />
        <Input value={reason} maxLength={MAX_REASON} placeholder={t('board.reason')} aria-label={t('board.reason')} onChange={setReason} />
      </div>
      {act.problem !== null && <SaveFailure error={act.problem} />}
    </Modal>
  );
});

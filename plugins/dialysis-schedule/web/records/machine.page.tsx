import { ActGroup, createClient, usePlugin } from '@nephra/plugin-sdk/web';
import { DateText, recordPage, StatusTag } from '@nephra/plugin-sdk/widgets';
import { MACHINE_STATES } from '../../contract/board.service.ts';
import { machineContract } from '../../contract/machine.contract.ts';
import type { MachineRow } from '../../contract/records.ts';
import { DisinfectDialog } from './disinfect.dialog.tsx';
import { OutDialog } from './out.dialog.tsx';

const acts = new ActGroup({}, 'dialysis-machine');
const TONES = {
  ready: 'success',
  'in-use': 'info',
  'to-disinfect': 'warning',
  disinfecting: 'warning',
  fault: 'danger',
  maintenance: 'danger',
  retired: 'neutral',
} as const;

/** Machines, and what engineers do with them: out of service and back. A disinfection that is written down makes them ready. */
export const Page = recordPage(machineContract, {
  columns: {
    enCode: { minWidth: 130 },
    state: { width: 110, render: (row) => <State row={row} /> },
    disinfectedTime: { width: 150, render: ({ disinfectedTime }) => <DateText value={disinfectedTime > 0 ? disinfectedTime : null} /> },
    usedTime: { width: 150, render: ({ usedTime }) => <DateText value={usedTime > 0 ? usedTime : null} /> },
  },
  rowActions: [
    {
      button: 'btn_disinfect',
      visible: ({ state }) => state === 'to-disinfect' || state === 'disinfecting' || state === 'ready',
      panel: (row, close, page) => <DisinfectDialog row={row} onClose={close} onDone={() => void page.reload()} />,
    },
    {
      button: 'btn_back',
      visible: ({ state }) => state === 'fault' || state === 'maintenance' || state === 'retired',
      run: ({ id, version }, page) =>
        acts.run(
          id,
          version,
          (options) => createClient(machineContract, page.ctx.http).back({ params: { id }, body: { version } }, options),
          () => page.reload(),
        ),
    },
    // One that treats somebody stays where it is.
    {
      button: 'btn_out',
      visible: ({ state }) => state !== 'in-use',
      panel: (row, close, page) => <OutDialog row={row} onClose={close} onDone={() => void page.reload()} />,
    },
  ],
});

function State({ row: { state } }: { readonly row: MachineRow }) {
  const { t } = usePlugin();
  return <StatusTag value={state} table={MACHINE_STATES.map((value) => ({ value, text: t(`machine.${value}`), tone: TONES[value] }))} />;
}

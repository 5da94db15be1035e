import { Button } from '@nephra/plugin-sdk/ui';
import { ActGroup, createClient, type SlotPoints, usePlugin } from '@nephra/plugin-sdk/web';
import { useState } from 'react';
import { CALL_MENU } from '../../contract/limits.ts';
import { wallContract } from '../../contract/wall.contract.ts';

/** Calls the patient of a card of today to the station. */
export function Slot({ slotId, state }: SlotPoints['dialysis-session/station-card@1']) {
  const ctx = usePlugin();
  const [acts] = useState(() => new ActGroup({}, 'dialysis-call'));
  if (state > 2 || !ctx.can(`${CALL_MENU}:btn_call`)) return null;
  const client = createClient(wallContract, ctx.http);
  const call = () =>
    void acts.run(slotId, ['call', 'station'], (options) => client.call({ body: { slotId, place: 'station' } }, options)).catch(() => undefined);
  return (
    <Button style={{ marginBlockStart: 4 }} onClick={call}>
      {ctx.t('control.call')}
    </Button>
  );
}

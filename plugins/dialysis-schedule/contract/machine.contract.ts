import { put, Type } from '@nephra/plugin-sdk/contract';
import { recordContract } from '@nephra/plugin-sdk/record';
import { MAX_REASON } from './limits.ts';
import { machine } from './records.ts';

const params = Type.Object({ id: Type.String({ minLength: 1, maxLength: 64 }) });
const moved = Type.Object({ id: Type.String(), version: Type.Integer() });

/** Machines and what engineers do with them. A machine in use is moved by the treatment alone (`dialysis-schedule.machine-in-use`). */
export const machineContract = recordContract(machine, {
  /** To be disinfected first, like after a treatment. */
  back: put('/api/his/dialysis-schedule/Machine/{id}/Actions/Back', {
    summary: 'A machine that was out of service is back',
    need: 'perm:his.dialysisMachine:btn_back',
    audit: 'write',
    retry: 'natural',
    params,
    body: Type.Object({ version: Type.Integer() }),
    reply: moved,
  }),
  out: put('/api/his/dialysis-schedule/Machine/{id}/Actions/Out', {
    summary: 'A machine is out of service: broken, maintained, or for good',
    need: 'perm:his.dialysisMachine:btn_out',
    audit: 'write',
    retry: 'natural',
    params,
    body: Type.Object({
      state: Type.Union([Type.Literal('fault'), Type.Literal('maintenance'), Type.Literal('retired')]),
      reason: Type.String({ minLength: 1, maxLength: MAX_REASON }),
      version: Type.Integer(),
    }),
    reply: moved,
  }),
});

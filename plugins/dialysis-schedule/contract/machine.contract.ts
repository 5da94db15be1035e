import { put, Type } from '@nephra/plugin-sdk/contract';
import { recordContract } from '@nephra/plugin-sdk/record';
import { machine } from './records.ts';

const params = Type.Object({ id: Type.String({ minLength: 1, maxLength: 64 }) });
const moved = Type.Object({ id: Type.String(), version: Type.Integer() });

/** Machines and what engineers do with them. A machine in use is moved by the treatment alone (`dialysis-schedule.machine-in-use`). */
export const machineContract = recordContract(machine, {
  /** Refused with `dialysis-schedule.machine-not-disinfected` after a treatment that no disinfection followed. */
  ready: put('/api/his/dialysis-schedule/Machine/{id}/Actions/Ready', {
    summary: 'A machine that was out of service is ready again',
    need: 'perm:his.dialysis-machine:btn_ready',
    audit: 'write',
    retry: 'natural',
    params,
    body: Type.Object({ version: Type.Integer() }),
    reply: moved,
  }),
  out: put('/api/his/dialysis-schedule/Machine/{id}/Actions/Out', {
    summary: 'A machine is out of service: broken, maintained, or for good',
    need: 'perm:his.dialysis-machine:btn_out',
    audit: 'write',
    retry: 'natural',
    params,
    body: Type.Object({
      state: Type.Union([Type.Literal('fault'), Type.Literal('maintenance'), Type.Literal('retired')]),
      reason: Type.String({ minLength: 1, maxLength: 200 }),
      version: Type.Integer(),
    }),
    reply: moved,
  }),
});

import { defineContract, get, post, put, Type } from '@nephra/plugin-sdk/contract';
import { CALL_MENU, STATIONS_MENU, WAITING_MENU } from './limits.ts';
import { callable, id, place, stationsReply, waitingReply } from './wall.schema.ts';

const AT = '/api/dialysis/Wall';
const MAY_CALL = `perm:${CALL_MENU}:btn_call` as const;

/** Screens on walls, each of the facility that the account works in, and calls of patients. */
export const wallContract = defineContract('dialysis-wall', {
  /** Read by a screen every some seconds; no name in full is in it, hence no entry in the audit log for each. */
  waiting: get(`${AT}/Waiting`, {
    summary: 'Who waits and who is called, for the waiting room',
    need: `perm:${WAITING_MENU}`,
    audit: 'none',
    reply: waitingReply,
  }),
  stations: get(`${AT}/Stations`, {
    summary: 'Stations, how far each treatment is and what is due, for the nurse station',
    need: `perm:${STATIONS_MENU}`,
    audit: 'none',
    reply: stationsReply,
  }),
  people: get(`${AT}/People`, {
    summary: 'Patients of today who may be called',
    need: `perm:${CALL_MENU}`,
    audit: 'read-patient',
    reply: Type.Object({ list: Type.Array(callable) }),
  }),
  /** Within ten seconds the same patient is called to the same place once, whoever presses. Refusals: `dialysis-wall.no-such-place`, `dialysis-wall.not-waiting`. */
  call: post(`${AT}/Call`, {
    summary: 'Call a patient on the screen of the waiting room',
    need: MAY_CALL,
    audit: 'write',
    retry: 'idempotent-key',
    body: Type.Object({ slotId: id, place }),
    reply: Type.Object({ callId: Type.String(), calledAt: Type.Integer() }),
  }),
  withdraw: put(`${AT}/Call/{id}/Actions/Withdraw`, {
    summary: 'Take a call back',
    need: MAY_CALL,
    audit: 'write',
    retry: 'natural',
    params: Type.Object({ id }),
    reply: Type.Object({ callId: Type.String() }),
  }),
});

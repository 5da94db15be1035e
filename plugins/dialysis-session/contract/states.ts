/** States of a treatment. The numbers stay what they were; finer steps are marks. */
export const SESSION_STATE = {
  planned: 0,
  arrived: 1,
  assessed: 2,
  running: 3,
  off: 4,
  closed: 5,
  aborted: 7,
  cancelled: 8,
  absent: 9,
} as const;
export type SessionState = (typeof SESSION_STATE)[keyof typeof SESSION_STATE];
export const SESSION_STATES = [0, 1, 2, 3, 4, 5, 7, 8, 9] as const;

/** What somebody does with a treatment. */
export const SESSION_ACTS = [
  'checkIn',
  'undoCheckIn',
  'assess',
  'confirm',
  'check1',
  'start',
  'undoStart',
  'check2',
  'record',
  'adjust',
  'end',
  'abort',
  'close',
  'reopen',
  'cancel',
  'absent',
] as const;
export type SessionAct = (typeof SESSION_ACTS)[number];

/** What stands against an act; each has a sentence. */
export const GUARDS = [
  'wrong-state',
  'not-today',
  'running-elsewhere',
  'patient-inactive',
  'consent-missing',
  'before-missing',
  'weight-missing',
  'pressure-missing',
  'access-missing',
  'no-prescription',
  'no-access',
  'uf-rate-high',
  'not-confirmed',
  'check1-missing',
  'check1-failed',
  'zone-differs',
  'machine-missing',
  'machine-not-ready',
  'mode-not-offered',
  'same-person',
  'check2-missing',
  'readings-exist',
  'started-too-long-ago',
  'end-missing',
  'end-before-start',
  'early-end',
  'after-missing',
  'post-above-pre',
  'orders-open',
  'running-longer',
  'reason-missing',
  'material-expired',
  'material-differs',
  'material-unknown',
  'material-twice',
] as const;
export type Guard = (typeof GUARDS)[number];

/** Guards that somebody with the right may pass with a reason, which stays on the sheet. */
export const PASSABLE: readonly Guard[] = [
  'consent-missing',
  'uf-rate-high',
  'check1-failed',
  'zone-differs',
  'mode-not-offered',
  'early-end',
  'post-above-pre',
  'material-differs',
  'material-unknown',
];
/** Of these a reason of whoever acts is enough, no right is asked for. */
export const REASON_ENOUGH: readonly Guard[] = ['early-end', 'post-above-pre', 'uf-rate-high', 'material-differs', 'material-unknown'];

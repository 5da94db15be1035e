export const BOARD_MENU = 'his.dialysisSchedule';
export const ROTA_MENU = 'his.dialysisRota';
/** Rights to acts on the board. */
export const MAY_PLAN = `perm:${BOARD_MENU}:btn_plan` as const;
export const MAY_OVERRIDE = `perm:${BOARD_MENU}:btn_zone_override` as const;
export const MAY_ATTEND = `perm:${BOARD_MENU}:btn_attendance` as const;
export const MAX_CODE = 20;
export const MAX_NAME = 50;
/** Read from the other end of a room. */
export const MAX_PUBLIC_NAME = 8;
export const MAX_REASON = 200;
/** Days of the board that are asked for at once. */
export const MAX_BOARD_DAYS = 14;
/** Places that one push names; more are told as the whole day. */
export const MAX_CHANGED_SLOTS = 20;
/** Days before and after a treatment in which its neighbours are looked for. */
export const NEIGHBOUR_DAYS = 14;
/** Days back in which somebody's neighbours are looked for: half a year, the window of an infection. */
export const MAX_CONTACT_DAYS = 183;
export const ABSENCE_REASONS = ['hospital', 'elsewhere', 'refused', 'transferred', 'died', 'other'] as const;
export type AbsenceReason = (typeof ABSENCE_REASONS)[number];
/** What the form of somebody who was not planned takes; the dialysis file looks closer. */
export const NEWCOMER_RANGES = {
  minutes: { min: 30, max: 480 },
  bloodFlow: { min: 50, max: 500 },
  firstDose: { min: 0, max: 100_000 },
} as const;
/** As the patient file takes them. */
export const MAX_DOCUMENT = 30;
export const MAX_PHONE = 20;
/** Characters of a note beside a disinfection. */
export const MAX_DISINFECTION_NOTE = 200;

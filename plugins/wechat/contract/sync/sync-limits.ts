export const SYNC_MENU = 'weChat.qyDepartment';

/** Departments that one preview reads; each is a call. */
export const MAX_SYNC_DEPARTMENTS = 500;
export const MAX_SYNC_NAME = 100;
export const MAX_SYNC_REASON = 300;
/** Id of a department or member over there. */
export const MAX_SYNC_KEY = 64;

export const SYNC_ACTS = ['add', 'change', 'disable', 'conflict'] as const;
export type SyncAct = (typeof SYNC_ACTS)[number];
/** What somebody may agree to. */
export const SYNC_CHOICES = ['add', 'change', 'disable'] as const;
export type SyncChoice = (typeof SYNC_CHOICES)[number];

/** Other directories: WeCom and DingTalk. */
export const SYNC_SOURCES = ['wecom', 'ding'] as const;
export type SyncSource = (typeof SYNC_SOURCES)[number];
/** `in`: their departments and members come here; `out`: ours go there. */
export const SYNC_DIRECTIONS = ['in', 'out'] as const;
export type SyncDirection = (typeof SYNC_DIRECTIONS)[number];
/** How runs are kept: WeCom and DingTalk, in and out. */
export const SYNC_KINDS = ['staff', 'ding', 'staff-out', 'ding-out'] as const;
export type SyncKind = (typeof SYNC_KINDS)[number];
const KINDS: Readonly<Record<SyncSource, Readonly<Record<SyncDirection, SyncKind>>>> = {
  wecom: { in: 'staff', out: 'staff-out' },
  ding: { in: 'ding', out: 'ding-out' },
};
export const kindOf = (source: SyncSource, direction: SyncDirection): SyncKind => KINDS[source][direction];
export const sourceOf = (kind: SyncKind): SyncSource => (kind.startsWith('ding') ? 'ding' : 'wecom');
export const directionOf = (kind: SyncKind): SyncDirection => (kind.endsWith('-out') ? 'out' : 'in');

export const SYNC_SUBJECTS = ['department', 'person'] as const;
export type SyncSubject = (typeof SYNC_SUBJECTS)[number];

/** `preview` waits for somebody's word; `waiting` and `undo-waiting` for a server. */
export const SYNC_RUN_STATES = ['preview', 'waiting', 'running', 'done', 'undo-waiting', 'undoing', 'undone'] as const;
export type SyncRunState = (typeof SYNC_RUN_STATES)[number];

/** `left`: not chosen, or a conflict; `kept`: somebody changed it since, so the undo left it alone. */
export const SYNC_ITEM_STATES = ['planned', 'left', 'done', 'refused', 'undone', 'kept'] as const;
export type SyncItemState = (typeof SYNC_ITEM_STATES)[number];

/** Why something is not done by itself: of what comes here, and of what goes there. */
export const SYNC_CONFLICTS = ['account-taken', 'mobile-taken', 'administrator', 'no-account'] as const;
export const PUSH_CONFLICTS = ['no-mobile', 'mobile-there', 'account-there', 'no-disable'] as const;
export type SyncConflict = (typeof SYNC_CONFLICTS)[number];
export type PushConflict = (typeof PUSH_CONFLICTS)[number];

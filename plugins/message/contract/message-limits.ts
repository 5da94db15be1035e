/** enCode of the page on which notices are written; also the right of its calls. */
export const NOTICE_MENU = 'system.notice';
/** enCode of the message centre, a fixed page of everybody with a session. */
export const MESSAGE_PAGE = 'messageRecord';
/** Characters. */
export const MAX_TITLE = 200;
/** Characters of a notice, as people count them; a picture is one. */
export const MAX_NOTICE_TEXT = 20_000;
/** Characters of the HTML that older clients send. */
export const MAX_NOTICE_HTML = 200_000;
/** Characters of what a plugin says in a message. */
export const MAX_MESSAGE_TEXT = 4_000;
/** Persons, organisations, roles and groups that one notice names. */
export const MAX_RECEIVERS = 500;
export const MAX_FILES = 20;
/** Characters of the JSON in which the files of a notice stand. */
export const MAX_FILES_TEXT = 12_000;
/** Rows that one call takes out of the own list. */
export const MAX_REMOVED = 500;
/** Characters of the key that makes a message once. */
export const MAX_KEY = 160;
/** Of `asOf`. */
export const MAX_AS_OF = 4_000;

/** What a message is: a notice that people wrote, a message of a plugin or a flow, a private one. */
export const MessageType = { notice: 1, message: 2, personal: 3 } as const;
/** Where a notice stands, and its `enabledMark`. Only a draft and one that was withdrawn can be changed and released. */
export const NoticeState = { draft: 0, released: 1, withdrawn: 2 } as const;
export type NoticeStateName = keyof typeof NoticeState;
export const NOTICE_STATES = ['draft', 'released', 'withdrawn'] as const satisfies readonly NoticeStateName[];
/** `normal` 普通, `important` 重要, `urgent` 紧急. */
export const URGENCIES = ['normal', 'important', 'urgent'] as const;
export type Urgency = (typeof URGENCIES)[number];
/** What a notice may be addressed to beside everybody. An organisation means whoever works there or below; so does a department. */
export const RECEIVER_KINDS = ['organisation', 'department', 'role', 'group', 'user'] as const;
export type ReceiverKind = (typeof RECEIVER_KINDS)[number];

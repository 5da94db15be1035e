/** Characters of a text, without what stands blank at its ends (spec 5-25 trims it). */
export const MAX_MESSAGE_TEXT = 5_000;
/** Messages that a client asks for when it opens a conversation (spec 9-01). */
export const OPENING_PAGE = 30;
/** Messages of a page of history (spec 9-01). */
export const HISTORY_PAGE = 50;
/** Most messages of one answer. */
export const MAX_MESSAGES_READ = 200;
/** Most conversations that are listed, those with the newest message. */
export const MAX_CONVERSATIONS = 500;
/** The client's own name of a message. */
export const MAX_CLIENT_ID = 64;
export const MAX_GROUP_NAME = 50;
/** People in a group, with who made it. */
export const MAX_GROUP_MEMBERS = 200;
/** Groups that one person looks after at the same time. */
export const MAX_GROUPS_OF_PERSON = 100;
/** Pixels of a picture's side. */
export const MAX_PICTURE_SIDE = 30_000;
/** Seconds of a recording. */
export const MAX_RECORDING_SECONDS = 3_600;
/** Seconds of speech that is recorded here; older clients may send longer ones. */
export const MAX_VOICE_SECONDS = 60;
/** Bytes of a film that is chosen. */
export const MAX_VIDEO_BYTES = 50 * 1_048_576;
export const MIN_SEARCH_REASON = 4;
export const MAX_SEARCH_REASON = 200;
/** Links that are looked up with one call. */
export const MAX_LINKS_READ = 100;
/** Rows that one may link to, found by a keyword. */
export const MAX_LINK_CANDIDATES = 10;

/** Who may search what others wrote. */
export const SEARCH_ALL = 'chat.searchAll';
/** Page on which they do. */
export const RECORDS_MENU = 'chat.records';

/**
 * The other side of a conversation is named by one text: a person's id, or this and the id of a group. So clients that know no groups hold one for a
 * person of that name, and what they answer goes to the group.
 */
export const GROUP_PREFIX = 'group-';
export const isGroupPeer = (peerId: string): boolean => peerId.startsWith(GROUP_PREFIX);

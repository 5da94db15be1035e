/** Menus of the public account (公众号) of the installation. */
export const PUBLIC_CONFIG_MENU = 'weChat.mpConfig';
export const PUBLIC_MENU_MENU = 'weChat.mpMenu';
export const PUBLIC_USER_MENU = 'weChat.mpUser';
export const PUBLIC_MESSAGE_MENU = 'weChat.mpMessage';
export const PUBLIC_MATERIAL_MENU = 'weChat.mpMaterial';

/** Address of the service itself; a relay of the hospital stands in its place. */
export const PUBLIC_GATEWAY = 'https://api.weixin.qq.com';
/** Where the service calls us, below the address of the site. */
export const CALLBACK_PATH = '/api/WeChat/MP/Callback';

export const MAX_APP_ID = 64;
export const MAX_APP_SECRET = 200;
/** The service takes 3 to 32 letters and digits. */
export const MAX_CALLBACK_TOKEN = 32;
/** Key of encrypted callbacks: exactly so many characters. */
export const AES_KEY_LENGTH = 43;
export const MAX_TEMPLATE_ID = 64;
export const MAX_TEMPLATE_FIELD = 32;

/** What a patient is told with after 48 hours: nothing, a template message, or a subscribed message. */
export const TEMPLATE_KINDS = ['none', 'template', 'subscribe'] as const;
export type TemplateKind = (typeof TEMPLATE_KINDS)[number];

/** What can go wrong between us and the service; each has its sentence (`errors.wechat.mp-…`). */
export const PUBLIC_FAILURES = [
  ...(['off', 'not-listed', 'unreachable', 'no-answer', 'garbled', 'app', 'secret', 'token', 'ip', 'limited', 'busy', 'no-right'] as const),
  ...(['too-late', 'nobody', 'not-wanted', 'template', 'content', 'media', 'menu', 'tag', 'tag-name', 'tag-full', 'quota', 'refused'] as const),
] as const;
export type PublicFailure = (typeof PUBLIC_FAILURES)[number];

export const MENU_TYPES = ['click', 'view', 'miniprogram', 'media_id', 'scancode_waitmsg', 'location_select'] as const;
export type MenuButtonType = (typeof MENU_TYPES)[number];
export const MAX_MENU_TOP = 3;
export const MAX_MENU_BELOW = 5;
/** Bytes of UTF-8, as the service counts them. */
export const MAX_TOP_NAME_BYTES = 16;
export const MAX_BELOW_NAME_BYTES = 60;
export const MAX_KEY_BYTES = 128;
export const MAX_URL_BYTES = 1_024;

/** People whom the service marks in one call. */
export const MAX_TAGGED = 50;
/** Characters of a tag's name that a form takes. */
export const MAX_TAG_NAME = 30;
/** Characters of a menu entry's name that a form takes; the service counts bytes. */
export const MAX_MENU_NAME = 60;
/** Of a material's name. */
export const MAX_MATERIAL_NAME = 60;
export const MAX_ANSWER_SORT = 9_999;
/** Bytes of a tag's name. */
export const MAX_TAG_BYTES = 30;

export const SYNC_STATES = ['waiting', 'running', 'done', 'cancelled', 'failed'] as const;
export type PublicSyncState = (typeof SYNC_STATES)[number];

/** Digits of a code that binds a patient, and how long it is good. */
export const BIND_DIGITS = 8;
export const BIND_MINUTES = 15;
/** Wrong codes that one follower may send within an hour. */
export const MAX_WRONG_CODES = 5;

export const MESSAGE_TYPES = ['text', 'image', 'voice', 'video', 'location', 'link', 'event'] as const;
export type PublicMessageType = (typeof MESSAGE_TYPES)[number];
export const MESSAGE_STATES = ['received', 'sending', 'sent', 'refused', 'doubtful'] as const;
export type PublicMessageState = (typeof MESSAGE_STATES)[number];
/** Bytes of a text that the service takes to a person. */
export const MAX_TEXT_BYTES = 2_048;
export const MAX_MESSAGE_TEXT = 600;
/** For so long after a follower's last act messages may be written. */
export const WRITE_HOURS = 48;

export const ANSWER_KINDS = ['keyword', 'welcome', 'default'] as const;
export type AnswerKind = (typeof ANSWER_KINDS)[number];
export const ANSWER_MATCHES = ['exact', 'contains'] as const;
export type AnswerMatch = (typeof ANSWER_MATCHES)[number];
export const MAX_ANSWER_NAME = 60;
export const MAX_KEYWORDS = 20;
export const MAX_KEYWORD = 30;
export const MAX_ANSWERS = 200;

/** As the wire facts number them: 2 picture, 3 voice, 4 video. Articles (5) have calls of their own. */
export const MATERIAL_TYPES = [2, 3, 4] as const;
export type MaterialType = (typeof MATERIAL_TYPES)[number];
/** Type of uploads that are on their way to the service. */
export const MATERIAL_UPLOAD = 'weixin';
/** How the service names a material. */
export const MAX_MEDIA_ID = 128;
export const MAX_ARTICLE_TITLE = 64;
export const MAX_ARTICLE_AUTHOR = 8;
export const MAX_ARTICLE_DIGEST = 120;
/** Characters of an article's HTML that the service takes. */
export const MAX_ARTICLE_HTML = 20_000;
/** Of its address to read on. */
export const MAX_ARTICLE_URL = 300;

import { defineContract, get, post, put, type Static, Type } from '@nephra/plugin-sdk/contract';
import { MAX_MENU_NAME, MAX_MENU_BELOW, MAX_MENU_TOP, MAX_URL_BYTES, MENU_TYPES, type MenuButtonType, PUBLIC_MENU_MENU } from './public-limits.ts';

const need = `perm:${PUBLIC_MENU_MENU}` as const;
const text = (max: number) => Type.String({ maxLength: max });

const leaf = {
  fullName: text(MAX_MENU_NAME),
  type: Type.Unsafe<MenuButtonType>(Type.Union(MENU_TYPES.map((one) => Type.Literal(one)))),
  /** Of `click` and `scancode_waitmsg`, `location_select`: what is answered as if it was written. Of `media_id`: the material. */
  content: text(128),
  /** Of `view`; of `miniprogram` the page for apps that know none. */
  url: text(MAX_URL_BYTES),
  /** Of `miniprogram`. */
  appId: text(64),
  pagePath: text(300),
};
export const menuButton = Type.Object({
  ...leaf,
  /** A button with others below it does nothing itself. */
  children: Type.Array(Type.Object(leaf), { maxItems: MAX_MENU_BELOW }),
});
export type MenuButton = Static<typeof menuButton>;
export type MenuLeaf = Omit<MenuButton, 'children'>;

const buttons = Type.Array(menuButton, { maxItems: MAX_MENU_TOP });

export const publicMenu = Type.Object({
  /** As somebody edits it. */
  buttons,
  version: Type.Integer({ minimum: 0 }),
  /** When it was published last, and by whom; 0: never from here. */
  publishTime: Type.Integer(),
  publishUser: Type.String(),
  /** The latest publication can be taken back. */
  undoId: Type.String(),
});
export type PublicMenu = Static<typeof publicMenu>;

export const menuChange = Type.Object({
  act: Type.Union([Type.Literal('add'), Type.Literal('change'), Type.Literal('remove')]),
  /** `2` or `2.1`: which place. */
  place: Type.String(),
  name: Type.String(),
  before: Type.String(),
  after: Type.String(),
});
export type MenuChange = Static<typeof menuChange>;

/** Menu below the conversations of the public account. System administrators alone. */
export const publicMenuContract = defineContract('wechat-public-menu', {
  read: get('/api/WeChat/MPMenu', { summary: 'The menu as it is edited, and when it was published', need, audit: 'none', reply: publicMenu }),
  save: put('/api/WeChat/MPMenu', {
    summary: 'Keep what was edited; nothing is published. Refused: `wechat.mp-menu-stale`, `wechat.mp-menu-…` for what the service would not take',
    need: `${need}:btn_edit`,
    audit: 'write',
    retry: 'idempotent-key',
    body: Type.Object({ buttons, version: Type.Integer({ minimum: 0 }) }),
    reply: publicMenu,
  }),
  preview: post('/api/WeChat/MPMenu/Actions/Preview', {
    summary: 'Asks the service for the menu in force and says what publishing would change; changes nothing',
    need: `${need}:btn_publish`,
    audit: 'none',
    retry: 'natural',
    transaction: 'own',
    reply: Type.Object({ changes: Type.Array(menuChange), elsewhere: Type.Boolean() }),
  }),
  publish: post('/api/WeChat/MPMenu/Actions/Publish', {
    summary: 'Publishes what is kept; an empty one takes the menu away. What was in force is kept for an undo',
    need: `${need}:btn_publish`,
    audit: 'security',
    retry: 'natural',
    transaction: 'own',
    body: Type.Object({ version: Type.Integer({ minimum: 0 }) }),
    reply: publicMenu,
  }),
  undo: post('/api/WeChat/MPMenu/Actions/Undo', {
    summary: 'Publishes again what was in force before the latest publication. Refused: `wechat.mp-menu-not-last`',
    need: `${need}:btn_publish`,
    audit: 'security',
    retry: 'natural',
    transaction: 'own',
    body: Type.Object({ id: text(64) }),
    reply: publicMenu,
  }),
});

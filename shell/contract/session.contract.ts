import { defineContract, get, passwordPolicySchema, passwordShapeSchema, post, put, type Static, Type } from '@nephra/plugin-sdk/contract';
import { baseInfo, baseInfoEdit } from './base-info.schema.ts';
import { openingView } from '../../plugin-sdk/contract/list-view/list-view.schema.ts';
import { MAX_ACCOUNT, MAX_MOBILE, MAX_SETUP_CODE } from './sign-in-limits.ts';

const text = (max: number) => Type.String({ maxLength: max });
/** BCP 47. */
const MAX_LANGUAGE_CODE = 35;
/** A language that the site added: what it does not say is said in `base`. */
export const offeredLanguage = Type.Object({
  code: Type.String(),
  name: Type.String(),
  base: Type.Union([Type.Literal('zh'), Type.Literal('zhtw'), Type.Literal('en')]),
});
export type OfferedLanguage = Static<typeof offeredLanguage>;

const passwordRuleName = Type.Union([Type.Literal('specification'), Type.Literal('level3')]);

/** Form fields of the log-in (spec 7.2). `password` is the md5 hex of what was typed; other grants send a code instead. */
export const loginBody = Type.Object({
  account: text(MAX_ACCOUNT),
  password: text(64),
  origin: Type.Optional(text(20)),
  /** Captcha text, or the mobile code when grant_type is `sms_code`. */
  code: Type.Optional(text(20)),
  /** Key of the captcha picture. */
  timestamp: Type.Optional(text(40)),
  /** What our own page computed for that key (`login-proof.ts`); clients without it wait longer where much is being guessed. */
  proof: Type.Optional(text(40)),
  client_id: Type.Optional(text(40)),
  client_secret: Type.Optional(text(40)),
  scope: Type.Optional(text(40)),
  grant_type: Type.Optional(text(40)),
});

const permissionItem = Type.Object({ id: Type.String(), fullName: Type.String(), enCode: Type.String() });

export const permissionEntry = Type.Object({
  modelId: Type.String(),
  moduleName: Type.String(),
  column: Type.Array(permissionItem),
  button: Type.Array(permissionItem),
  form: Type.Array(permissionItem),
  resource: Type.Array(Type.Object({ id: Type.String(), fullName: Type.String() })),
});

export interface MenuWire {
  id: string;
  parentId: string;
  fullName: string;
  enCode: string;
  type: number;
  /** Class names of the platform's icon font, for older clients. */
  icon: string;
  /** Name in our own set (`MENU_ICONS`). */
  iconName: string;
  urlAddress: string;
  linkTarget: string;
  category: string;
  propertyJson: string;
  sortCode: number;
  hasChildren: boolean;
  isLeaf: boolean;
  num: number;
  /** 1: the site names it; `fullName` goes before the shell's text for its code. */
  named?: 1;
  children: MenuWire[] | null;
}

export const userInfo = Type.Object({
  userId: Type.String(),
  userAccount: Type.String(),
  userName: Type.String(),
  /** Staff number. */
  enCode: Type.String(),
  headIcon: Type.String(),
  gender: Type.Integer(),
  mobilePhone: Type.String(),
  email: Type.String(),
  organizeId: Type.String(),
  /** Names from the top down, joined by "/". */
  organizeName: Type.String(),
  departmentId: Type.String(),
  departmentName: Type.String(),
  roleId: Type.String(),
  roleName: Type.String(),
  roleIds: Type.Array(Type.String()),
  positionName: Type.String(),
  isAdministrator: Type.Boolean(),
  priceType: Type.String(),
  portalId: Type.String(),
  /** 1 when the last-login notice is switched on and there was an earlier log-in. Times are milliseconds. */
  prevLogin: Type.Integer(),
  prevLoginTime: Type.Union([Type.Integer(), Type.Null()]),
  prevLoginIPAddress: Type.String(),
  prevLoginIPAddressName: Type.String(),
  language: Type.String(),
  theme: Type.String(),
});

export const sysConfigInfo = Type.Object({
  sysName: Type.String(),
  sysVersion: Type.String(),
  loginIcon: Type.String(),
  navigationIcon: Type.String(),
  logoIcon: Type.String(),
  appIcon: Type.String(),
  copyright: Type.String(),
  companyName: Type.String(),
  /** Suffix of page titles in simplified Chinese (spec 2.2). */
  title: Type.String(),
  /** Address behind the system name in the about dialog; empty = that of the system itself. */
  website: Type.String(),
  dashboardHost: Type.String(),
  reportHost: Type.String(),
  previewHost: Type.String(),
});

/** The terms of this session. */
export const sessionInfo = Type.Object({
  /** Why a new password has to be set before anything else is answered; empty = it need not. */
  passwordDemand: Type.Union([Type.Literal(''), Type.Literal('first'), Type.Literal('expired')]),
  /** Minutes without work after which the session locks; 0 = never. */
  lockMinutes: Type.Integer(),
  /** Minutes without work after which it ends. */
  idleMinutes: Type.Integer(),
  /** Stands for all that the person may do and see, behind a dot for the menus of the site and behind another for its texts; the socket tells when it is another one. */
  rightsDigest: Type.String(),
});

export const currentUserReply = Type.Object({
  userInfo,
  menuList: Type.Array(Type.Unsafe<MenuWire>(Type.Unknown())),
  permissionList: Type.Array(permissionEntry),
  sysConfigInfo,
  sessionInfo,
});

export type UserInfo = Static<typeof userInfo>;
export type SysConfigInfo = Static<typeof sysConfigInfo>;
export type PermissionEntry = Static<typeof permissionEntry>;
export type SessionInfo = Static<typeof sessionInfo>;
export type CurrentUser = Static<typeof currentUserReply>;

export const sessionContract = defineContract('session', {
  login: post('/api/oauth/Login', {
    summary: 'Sign in',
    need: 'public',
    audit: 'security',
    retry: 'never',
    retryReason: 'each call opens a session and counts wrong passwords',
    encoding: 'form',
    body: loginBody,
    reply: Type.Object({ token: Type.String(), theme: Type.String() }),
  }),
  currentUser: get('/api/oauth/CurrentUser', {
    summary: 'User, menu, permissions and system configuration of the session',
    need: 'session',
    audit: 'none',
    reply: currentUserReply,
  }),
  /** The person is at work although no call shows it (typing, reading): the session does not rest. Needs nothing else. */
  alive: post('/api/oauth/Actions/Alive', { summary: 'Keep the session awake', need: 'session', audit: 'none', retry: 'natural', reply: Type.Null() }),
  logout: get('/api/oauth/Logout', { summary: 'End the session', need: 'session', audit: 'security', retry: 'natural', reply: Type.Null() }),
  /** The unlock call of the platform: verifies account and password and clears the lock. */
  unlock: post('/api/oauth/LockScreen', {
    summary: 'Unlock the screen',
    need: 'session',
    audit: 'security',
    retry: 'natural',
    body: Type.Object({ account: text(MAX_ACCOUNT), password: text(64) }),
    reply: Type.Null(),
  }),
  /** Tells the server that the screen was locked; from then on everything but unlock and log-out answers 601. */
  lock: post('/api/oauth/LockScreen/Actions/Lock', { summary: 'Lock the screen', need: 'session', audit: 'security', retry: 'natural', reply: Type.Null() }),
  loginConfig: get('/api/oauth/getConfig/{account}', {
    summary: 'Whether this account must enter a captcha',
    need: 'public',
    audit: 'none',
    params: Type.Object({ account: text(MAX_ACCOUNT) }),
    reply: Type.Object({ enableVerificationCode: Type.Integer(), verificationCodeNumber: Type.Integer() }),
  }),
  captcha: get('/api/oauth/ImageCode/{length}/{timestamp}', {
    summary: 'Captcha picture; never shorter than the site has set',
    need: 'public',
    audit: 'none',
    raw: true,
    params: Type.Object({ length: Type.Integer({ minimum: 3, maximum: 6 }), timestamp: text(40) }),
    /** 2: twice as many pixels, for fine screens. The platform's clients do not send it. */
    query: Type.Object({ scale: Type.Optional(Type.Union([Type.Literal('1'), Type.Literal('2')])) }),
    reply: Type.Null(),
  }),
  /** The same picture at the place where the platform's clients fetch it when a password is changed (wire facts 6). */
  captchaOfFiles: get('/api/file/ImageCode/{timestamp}', {
    summary: 'Captcha picture with as many characters as the site has set, four by default',
    need: 'public',
    audit: 'none',
    raw: true,
    params: Type.Object({ timestamp: text(40) }),
    reply: Type.Null(),
  }),
  /** What the login page shows before anybody is known. */
  loginPage: get('/api/oauth/LoginPage', {
    summary: 'System name, login modes and demo hint for the login page',
    need: 'public',
    audit: 'none',
    reply: Type.Object({
      sysName: Type.String(),
      /** A sentence below the name; empty: that of the page. */
      sysDescription: Type.String(),
      /** Addresses of the site's own pictures; empty: those that are built in. */
      loginIcon: Type.String(),
      navigationIcon: Type.String(),
      copyright: Type.String(),
      modes: Type.Array(Type.Union([Type.Literal('password'), Type.Literal('scan'), Type.Literal('code')])),
      /** Other systems that people show themselves to, with `scan` among the modes; absent: none is set up. */
      providers: Type.Optional(Type.Array(Type.Object({ code: Type.String(), title: Type.String() }))),
      /** True until the administrator's first password is set. */
      setup: Type.Boolean(),
      /** Rules for passwords that the set-up page offers, the proposed one first; one = the site has decided; none without a set-up. */
      passwordRules: Type.Array(Type.Object({ name: passwordRuleName, policy: passwordPolicySchema })),
      /** Demo accounts; empty outside the demo system. */
      demoAccounts: Type.Array(Type.String()),
      /** Password of the demo accounts; empty outside the demo system. */
      demoPassword: Type.String(),
      /** Languages besides the three of the product; absent: none. */
      languages: Type.Optional(Type.Array(offeredLanguage)),
      /** What the page says in the caller's language by key, where the site added that. */
      texts: Type.Optional(Type.Record(Type.String(), Type.String())),
    }),
  }),
  /** Sends a six-digit code to the mobile number of an account; same answer for unknown numbers. */
  sendMobileCode: post('/api/oauth/MobileCode', {
    summary: 'Send a log-in code by SMS',
    need: 'public',
    audit: 'security',
    retry: 'never',
    retryReason: 'each call sends a text message',
    body: Type.Object({ mobile: text(MAX_MOBILE) }),
    reply: Type.Object({ waitSeconds: Type.Integer() }),
  }),
  scanTicket: post('/api/oauth/Scan', {
    summary: 'Start a scan log-in',
    need: 'public',
    audit: 'none',
    retry: 'never',
    retryReason: 'each call opens a new ticket',
    reply: Type.Object({ ticket: Type.String(), url: Type.String(), expiresInSeconds: Type.Integer() }),
  }),
  scanState: get('/api/oauth/Scan/{ticket}', {
    summary: 'State of a scan log-in',
    need: 'public',
    audit: 'none',
    params: Type.Object({ ticket: text(80) }),
    reply: Type.Object({
      state: Type.Union([Type.Literal('waiting'), Type.Literal('scanned'), Type.Literal('confirmed'), Type.Literal('expired')]),
      token: Type.String(),
      theme: Type.String(),
    }),
  }),
  /** The device that scanned the picture says so; `ticket` is the code inside the picture, not the one that is polled. */
  scanConfirm: post('/api/oauth/Scan/{ticket}/Actions/Confirm', {
    summary: 'Confirm a scan log-in from a signed-in device',
    need: 'session',
    audit: 'security',
    retry: 'natural',
    params: Type.Object({ ticket: text(80) }),
    body: Type.Object({ step: Type.Union([Type.Literal('scanned'), Type.Literal('confirmed')]) }),
    reply: Type.Null(),
  }),
  /** Exchanges a one-time ticket from an address (`/home?token=`) for a session. */
  exchangeTicket: post('/api/oauth/Ticket', {
    summary: 'Exchange a one-time ticket for a session',
    need: 'public',
    audit: 'security',
    retry: 'never',
    retryReason: 'a ticket is good once',
    body: Type.Object({ ticket: text(200) }),
    /** Whose session it is: a browser where somebody else is signed in asks before it changes people. */
    reply: Type.Object({ token: Type.String(), theme: Type.String(), userAccount: Type.String(), userName: Type.String() }),
  }),
  /** A ticket for an address that leaves the shell (menu types 6 and 7), bound to the target host; 30 seconds, one use. */
  issueTicket: post('/api/oauth/Ticket/Actions/Issue', {
    summary: 'Issue a one-time ticket for an outside address',
    need: 'session',
    audit: 'security',
    retry: 'never',
    retryReason: 'each call makes a ticket',
    body: Type.Object({ target: text(500) }),
    reply: Type.Object({ ticket: Type.String() }),
  }),
  setupAdministrator: post('/api/oauth/Setup', {
    summary: "Set the administrator's first password",
    need: 'public',
    audit: 'security',
    retry: 'never',
    retryReason: 'works once',
    body: Type.Object({
      setupCode: text(MAX_SETUP_CODE),
      password: text(64),
      passwordShape: Type.Optional(passwordShapeSchema),
      /** Rule that passwords follow from now on; absent = that of the specification. */
      passwordPolicy: Type.Optional(passwordRuleName),
    }),
    reply: Type.Null(),
  }),
  saveTheme: put('/api/permission/Users/Current/SystemTheme', {
    summary: 'Save the layout',
    need: 'session',
    audit: 'none',
    retry: 'natural',
    body: Type.Object({ theme: Type.Union([Type.Literal('classic'), Type.Literal('functional'), Type.Literal('plain'), Type.Literal('blend')]) }),
    reply: Type.Null(),
  }),
  saveLanguage: put('/api/permission/Users/Current/SystemLanguage', {
    summary: 'Save the language',
    need: 'session',
    audit: 'none',
    retry: 'natural',
    /** `zh`, `zhtw`, `en`, or the code of a language that the site added and enabled. */
    body: Type.Object({ language: text(MAX_LANGUAGE_CODE) }),
    reply: Type.Null(),
  }),
  profile: get('/api/permission/Users/Current/BaseInfo', {
    summary: "The user's own file",
    need: 'session',
    audit: 'none',
    reply: baseInfo,
    spec: ['7.11-03'],
  }),
  saveProfile: put('/api/permission/Users/Current/BaseInfo', {
    summary: "Change the user's own file",
    need: 'session',
    audit: 'write',
    retry: 'natural',
    body: baseInfoEdit,
    reply: Type.Null(),
    spec: ['7.11-03'],
  }),
  /** `id` is the stored name of an uploaded picture of type userAvatar. */
  saveAvatar: put('/api/permission/Users/Current/Avatar/{id}', {
    summary: "Change the user's own picture",
    need: 'session',
    audit: 'write',
    retry: 'natural',
    params: Type.Object({ id: text(120) }),
    reply: Type.Null(),
  }),
  modifyPassword: post('/api/permission/Users/Current/Actions/ModifyPassword', {
    summary: "Change the user's own password; ends the other sessions",
    need: 'session',
    audit: 'security',
    retry: 'never',
    retryReason: 'the old password no longer fits',
    body: Type.Object({ oldPassword: text(64), password: text(64), passwordShape: Type.Optional(passwordShapeSchema) }),
    reply: Type.Null(),
  }),
  columnSettings: get('/api/permission/Authority/GetColumnsByModuleId/{id}', {
    summary: "The user's column settings of one page",
    need: 'session',
    audit: 'none',
    params: Type.Object({ id: text(100) }),
    /** Id of a saved view; empty: the one that the person chose for this page. */
    query: Type.Object({ view: Type.Optional(text(64)) }),
    /** Own columns, else those that others begin with; with `view` the view, too. */
    reply: Type.Union([Type.Array(Type.Object({ prop: Type.String(), label: Type.String(), visible: Type.Boolean() })), openingView]),
  }),
  saveColumnSettings: put('/api/permission/Authority/SetColumnsByModuleId', {
    summary: 'Save the column settings of one page',
    need: 'session',
    audit: 'none',
    retry: 'natural',
    /** `fieldList` is JSON text of {prop,label,visible} rows. */
    body: Type.Object({ moduleId: text(100), fieldList: text(20_000) }),
    reply: Type.Null(),
  }),
});

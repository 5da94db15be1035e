import { AppError, EnvelopeCode, passwordPolicyContract } from '@nephra/plugin-sdk/contract';
import { sessionContract } from '../../contract/index.ts';
import { mayEnter } from '../auth/account-lock.ts';
import type { Accounts } from '../auth/accounts.ts';
import type { Captchas } from '../auth/captcha/captcha.ts';
import { type AccountPasswords, checkPasswordShape, checkSentPassword } from '../auth/password/account-passwords.ts';
import { ADMIN_ACCOUNT, type FirstPassword } from '../auth/password/first-password.ts';
import { prepareShortPasswords } from '../auth/password/short-passwords.ts';
import { SCAN_LIFE_SECONDS, type ScanLogin } from '../auth/scan-login.ts';
import type { OpenSession } from '../auth/session/session-store.ts';
import type { SignIn } from '../auth/sign-in.ts';
import { SMS_CODE_MINUTES, SMS_WAIT_SECONDS, type SmsCodes } from '../auth/sms-codes.ts';
import { type LoginThrottle, WAYS } from '../auth/throttle/login-throttle.ts';
import type { Tickets } from '../auth/tickets.ts';
import type { CoreParts } from '../composition/core-parts.ts';
import { DEMO_PASSWORD } from '../first-start/demo-staff.ts';
import { type BoundRoute, bindCore, type CoreHandlers, finishInQueue, type RouteOwner } from '../http/pipeline/bound-route.ts';
import type { CallScope } from '../http/pipeline/call-scope.ts';
import { fill } from '../i18n/texts.ts';
import { type ColumnSettings, parseColumns } from '../identity/column-settings.ts';
import type { ColumnDefaults } from '../identity/list-views/column-defaults.ts';
import type { ListViews } from '../identity/list-views/list-views.ts';
import type { MenuCatalogue } from '../identity/menus/menu-catalogue.ts';
import { type MenuOverrides, menuTree, permissionList } from '../identity/menus/menu-tree.ts';
import type { Profiles } from '../identity/profile/profiles.ts';
import { screenDigest } from '../identity/rights/rights-digest.ts';
import type { Rights } from '../identity/rights/rights.ts';
import { sysConfigInfo } from '../identity/sys-config.ts';
import type { CodeMessages } from '../outbound/texts/code-messages.ts';
import { openingViewOf, viewerOf } from './lists/list-view.routes.ts';
import { offeredProviders, type ProvidersNow } from './sign-in/sign-in-provider.routes.ts';

export interface SessionServices {
  readonly accounts: Accounts;
  readonly signIn: SignIn;
  readonly throttle: LoginThrottle;
  readonly captchas: Captchas;
  readonly smsCodes: SmsCodes;
  readonly codeMessages: CodeMessages;
  readonly scan: ScanLogin;
  readonly tickets: Tickets;
  /** Other systems that people may show themselves to. */
  readonly providers: ProvidersNow;
  readonly firstPassword: FirstPassword;
  readonly accountPasswords: AccountPasswords;
  readonly catalogue: MenuCatalogue;
  readonly profiles: Profiles;
  readonly columns: ColumnSettings;
  readonly columnDefaults: ColumnDefaults;
  readonly views: ListViews;
  /** Name of the site and its display overrides, from registry.json. */
  readonly site: () => { readonly name: string; readonly overrides: MenuOverrides };
  /** Hosts that a one-time ticket may be issued for. */
  readonly ticketHosts: (revision: string) => Promise<ReadonlySet<string>>;
  /** Address of an uploaded picture that may serve as avatar. @throws AppError when it is none of the user's. */
  readonly avatarAddress: (fileName: string, userId: string) => Promise<string>;
}

const MAX_UNLOCK_FAILURES = 5;
const MOBILE = /^1[3-9]\d{9}$/;

/** Sign-ins of one account wait for each other: each notes itself in the account's row, and may end the sessions before it. */
const accountQueue = ({ id }: { readonly id: string }): string[] => [`account ${id}`];

/** The session that `need: 'session'` has guaranteed. */
function signedIn(call: CallScope): { session: OpenSession; rights: Rights } {
  const { session, rights } = call;
  if (!session || !rights) throw new AppError('core.login-needed', { code: EnvelopeCode.LoginExpired });
  return { session, rights };
}

/** Sign-in, sign-out and everything about the signed-in person (spec 7.2, 7.11 current user). */
export function sessionRoutes(owner: RouteOwner, parts: CoreParts, services: SessionServices): BoundRoute[] {
  return [
    ...bindCore(owner, passwordPolicyContract, {
      read: () => {
        prepareShortPasswords();
        return parts.passwordRules.read();
      },
    }),
    ...bindCore(owner, sessionContract, { ...entryHandlers(parts, services), ...otherWaysIn(parts, services), ...personHandlers(parts, services) }),
  ];
}

type Handlers = CoreHandlers<typeof sessionContract.routes>;

function entryHandlers({ config, siteConfig, sessions, settings, passwords, passwordRules, siteTexts }: CoreParts, services: SessionServices) {
  const { accounts, signIn, throttle, captchas, firstPassword, smsCodes } = services;
  const modesNow = async () => {
    const codes = config.loginModes.includes('code') && (await services.codeMessages.ready());
    return config.loginModes.filter((mode) => mode !== 'code' || codes);
  };
  return {
    login: {
      prepare: async ({ body }, _ctx, call) => {
        if (body.grant_type === 'sms_code') {
          const mobile = body.account.trim();
          const redeem = async () => ((await smsCodes.redeem(mobile, body.code ?? '')) ? await accounts.byMobile(mobile) : undefined);
          const { found } = await throttle.judge({ account: mobile, ip: call.facts.ip }, WAYS.mobileCode, redeem);
          if (!found) throw new AppError('core.sms-code-wrong');
          return finishInQueue(accountQueue(found), () => signIn.open(found, call));
        }
        const record = await signIn.byPassword(
          { account: body.account, password: body.password, code: body.code ?? '', captchaKey: body.timestamp ?? '', proof: body.proof ?? '' },
          call,
        );
        return finishInQueue(accountQueue(record), () => signIn.open(record, call));
      },
    },
    // That it arrived is all: the pipeline has noted the moment.
    alive: () => null,
    logout: async (_input, _ctx, call) => {
      await sessions.end([signedIn(call).session.id], 'logout');
      return null;
    },
    lock: async (_input, _ctx, call) => {
      await sessions.lock(signedIn(call).session.id);
      return null;
    },
    unlock: {
      prepare: async ({ body }, ctx, call) => {
        const { session } = signedIn(call);
        const sameAccount = body.account.trim().toLowerCase() === session.account.toLowerCase();
        // The session has tries of its own: wrong passwords that others type elsewhere must not keep anybody locked who is at work.
        const tries = await sessions.countUnlockTry(session.id);
        const record = tries > MAX_UNLOCK_FAILURES ? undefined : await accounts.byId(session.userId);
        const fits = tries <= MAX_UNLOCK_FAILURES && (await passwords.fits(body.password, record?.passwordHash));
        if (!fits || !sameAccount) {
          if (tries < MAX_UNLOCK_FAILURES) throw new AppError('core.unlock-failed');
          await sessions.end([session.id], 'unlock');
          throw new AppError('core.forced-out', { code: EnvelopeCode.ForcedOut });
        }
        return async () => {
          await sessions.unlock(session.id);
          ctx.message('unlocked');
          return null;
        };
      },
    },
    loginConfig: async ({ params }, _ctx, call) => ({
      enableVerificationCode: (await throttle.needsPicture({ account: params.account, ip: call.facts.ip })) ? 1 : 0,
      verificationCodeNumber: siteConfig.captchaLength,
    }),
    captcha: async ({ params, query }) => ({
      // Nobody makes it easier for themselves by asking for a shorter one.
      content: await captchas.draw(params.timestamp, Math.max(params.length, siteConfig.captchaLength), query.scale === '2' ? 2 : 1),
      contentType: 'image/png',
    }),
    captchaOfFiles: async ({ params }) => ({ content: await captchas.draw(params.timestamp, siteConfig.captchaLength), contentType: 'image/png' }),
    loginPage: async (_input, _ctx, call) => {
      const signInLanguages = async () => {
        const { languages, texts } = await siteTexts.ofSignIn();
        return { ...(languages.length > 0 && { languages: [...languages] }), ...(Object.keys(texts).length > 0 && { texts }) };
      };
      const demoAccounts = (await settings.get('demoAccounts')) ?? [];
      const setup = await firstPassword.isMissing();
      const modes = await modesNow();
      const offered = modes.includes('scan') ? await offeredProviders(services.providers, call.language, call.facts.log) : [];
      return {
        sysName: config.sysName,
        sysDescription: String(siteConfig.values.sysDescription ?? ''),
        loginIcon: config.loginIcon,
        navigationIcon: config.navigationIcon,
        copyright: config.copyright,
        modes,
        ...(offered.length > 0 && { providers: offered }),
        setup,
        passwordRules: setup ? passwordRules.offered : [],
        demoAccounts,
        demoPassword: demoAccounts.length > 0 ? DEMO_PASSWORD : '',
        ...(await signInLanguages()),
      };
    },
    setupAdministrator: {
      prepare: async ({ body }, _ctx, call) => {
        const rule = passwordRules.offeredAs(body.passwordPolicy);
        checkPasswordShape(body.passwordShape, rule.policy);
        await checkSentPassword(body.password, ADMIN_ACCOUNT);
        const { found } = await throttle.judge({ account: '(setup)', ip: call.facts.ip }, WAYS.setupCode, () => firstPassword.isCode(body.setupCode));
        if (!found) throw new AppError('core.setup-refused');
        const hash = await passwords.hash(body.password);
        return async () => {
          await firstPassword.redeem(body.setupCode, hash);
          await passwordRules.choose(rule.name);
          return null;
        };
      },
    },
    modifyPassword: {
      prepare: async ({ body }, ctx, call) => {
        const { session } = signedIn(call);
        const { found: record } = await throttle.judge({ account: session.account, ip: call.facts.ip, apart: session.id }, WAYS.session, async () => {
          const own = await accounts.byId(session.userId);
          return (await passwords.fits(body.oldPassword, own?.passwordHash)) ? own : undefined;
        });
        if (!record) throw new AppError('core.old-password-wrong');
        const hash = await services.accountPasswords.accept(record, body.password, body.passwordShape);
        return async () => {
          await services.accountPasswords.store(session.userId, hash, false);
          await sessions.endAllOf(session.userId, 'password', session.id);
          ctx.audit({ subject: 'user', subjectId: session.userId });
          ctx.message('password-changed');
          return null;
        };
      },
    },
  } satisfies Partial<Handlers>;
}

function otherWaysIn({ config, clock, texts }: CoreParts, services: SessionServices) {
  const { accounts, signIn, smsCodes, codeMessages, scan, tickets } = services;
  return {
    sendMobileCode: async ({ body }, _ctx, call) => {
      if (!config.loginModes.includes('code') || !(await codeMessages.ready())) throw new AppError('core.mode-off');
      const mobile = body.mobile.trim();
      if (!MOBILE.test(mobile)) throw new AppError('core.mobile-invalid', { code: EnvelopeCode.Invalid });
      const code = await smsCodes.issue(mobile);
      // Unknown numbers get the same answer, but no message.
      const record = await accounts.byMobile(mobile);
      if (record && mayEnter(record, clock.now())) {
        const sentence = texts.find(call.language, 'sms.login-code') ?? '{{code}}';
        await codeMessages.send({
          mobile,
          code,
          minutes: SMS_CODE_MINUTES,
          system: config.sysName,
          sentence: fill(sentence, { code, system: config.sysName }),
        });
      }
      return { waitSeconds: SMS_WAIT_SECONDS };
    },
    scanTicket: async () => {
      if (!config.loginModes.includes('scan')) throw new AppError('core.mode-off');
      const { secret, code } = await scan.start();
      return { ticket: secret, url: `/home?scan=${code}`, expiresInSeconds: SCAN_LIFE_SECONDS };
    },
    scanState: async ({ params }, _ctx, call) => {
      const found = await scan.look(params.ticket);
      const waiting = { state: found.state, token: '', theme: '' };
      if (found.state !== 'confirmed') return waiting;
      const confirmed = await scan.collect(params.ticket);
      const record = confirmed && (await accounts.byId(confirmed.userId));
      if (!confirmed || !record || !mayEnter(record, clock.now())) return { ...waiting, state: 'expired' as const };
      return { state: 'confirmed' as const, ...(await signIn.open(record, call)) };
    },
    scanConfirm: async ({ params, body }, _ctx, call) => {
      const { session } = signedIn(call);
      await scan.step(params.ticket, body.step, { userId: session.userId, sessionId: session.id });
      return null;
    },
    exchangeTicket: async ({ body }, _ctx, call) => {
      const redeemed = await tickets.redeem('session', body.ticket);
      const { origin, ownOrigin } = call.facts;
      // A browser names the page that asks; it must be the one the ticket was made for.
      const asks = origin === '' ? redeemed.target : new URL(origin).host;
      if (asks !== redeemed.target && origin !== ownOrigin) throw new AppError('core.ticket-invalid');
      const record = await accounts.byId(redeemed.userId);
      if (!record || !mayEnter(record, clock.now())) throw new AppError('core.ticket-invalid');
      const opened = await signIn.open(record, call, { parentId: redeemed.sessionId, expiresAt: redeemed.sessionExpiresAt });
      return { ...opened, userAccount: record.account, userName: record.realName };
    },
    issueTicket: async ({ body }, ctx, call) => {
      const { session } = signedIn(call);
      const own = call.facts.ownOrigin;
      const host = URL.canParse(body.target, own) ? new URL(body.target, own).host : '';
      const allowed = host === new URL(own).host || (await services.ticketHosts(session.rightsRevision)).has(host);
      if (!allowed) throw new AppError('core.target-not-allowed', { code: EnvelopeCode.Forbidden });
      ctx.audit({ subject: 'ticket', subjectId: host });
      return { ticket: await tickets.issue('session', { userId: session.userId, sessionId: session.id }, host) };
    },
    currentUser: async (_input, _ctx, call) => {
      const { session, rights } = signedIn(call);
      const catalogue = await services.catalogue.at(rights.revision);
      const { name, overrides } = services.site();
      return {
        userInfo: await services.profiles.userInfo(session, rights, {
          language: call.language,
          notice: config.lastLoginNotice,
          networks: config.networkNames,
        }),
        menuList: menuTree(catalogue, rights, call.language, overrides),
        permissionList: permissionList(catalogue, rights, call.language),
        sessionInfo: {
          passwordDemand: session.passwordDemand,
          lockMinutes: config.sessionLockMinutes,
          idleMinutes: config.sessionIdleMinutes,
          rightsDigest: screenDigest(rights, catalogue),
        },
        sysConfigInfo: sysConfigInfo(config, name),
      };
    },
  } satisfies Partial<Handlers>;
}

function personHandlers({ clock, siteTexts }: CoreParts, services: SessionServices) {
  const { profiles, columns, columnDefaults } = services;
  return {
    saveTheme: async ({ body }, _ctx, call) => {
      await profiles.saveTheme(signedIn(call).session.userId, body.theme);
      return null;
    },
    saveLanguage: async ({ body }, ctx, call) => {
      const spoken = siteTexts.languages.spoken(body.language);
      // One that is off, or that nobody added, is no language to work in.
      if (!spoken || (spoken.language !== body.language && spoken.tag === '')) throw new AppError('core.language-unknown', { code: EnvelopeCode.Invalid });
      await profiles.saveLanguage(signedIn(call).session.userId, body.language);
      // The answer already speaks the new language (spec 8: three texts for one act).
      call.language = spoken.language;
      call.tag = spoken.tag;
      ctx.message('language-switched');
      return null;
    },
    profile: async (_input, _ctx, call) => {
      const { session, rights } = signedIn(call);
      return await profiles.baseInfo(session, rights, call.language, (await services.codeMessages.ready()) ? 'code' : 'administrator');
    },
    saveProfile: {
      prepare: async ({ body }, ctx, call) => {
        const { userId } = signedIn(call).session;
        const { mobilePhone = '', mobileCode } = body;
        const isNew = mobilePhone !== '' && mobilePhone !== (await profiles.mobileOf(userId));
        // Wrong codes count, so they are tried outside of the change.
        const proven = isNew && mobileCode !== undefined && (await services.codeMessages.ready()) && (await services.smsCodes.redeem(mobilePhone, mobileCode));
        if (isNew && mobileCode !== undefined && !proven) {
          throw new AppError('core.sms-code-wrong', { fields: [{ path: 'mobileCode', msg: '' }] });
        }
        return async () => {
          const { before, after } = await profiles.change(userId, body, clock.now(), proven ? mobilePhone : undefined);
          ctx.audit({ subject: 'user', subjectId: userId, before, after });
          return null;
        };
      },
    },
    saveAvatar: async ({ params }, ctx, call) => {
      const { userId } = signedIn(call).session;
      await profiles.saveAvatar(userId, await services.avatarAddress(params.id, userId));
      ctx.audit({ subject: 'user', subjectId: userId });
      return null;
    },
    columnSettings: async ({ params, query }, ctx, call) => {
      const own = await columns.of(signedIn(call).session.userId, params.id);
      const shown = own.length > 0 ? own : ((await columnDefaults.of(viewerOf(call), params.id))?.fields ?? []);
      if (query.view === undefined) return shown;
      const view = await openingViewOf(services, call, params.id, query.view);
      return view === 'refused' ? { columns: shown, view: null, refusal: ctx.text('errors.core.view-unknown') } : { columns: shown, view, refusal: '' };
    },
    saveColumnSettings: async ({ body }, _ctx, call) => {
      await columns.save(signedIn(call).session.userId, body.moduleId, parseColumns(body.fieldList));
      return null;
    },
  } satisfies Partial<Handlers>;
}

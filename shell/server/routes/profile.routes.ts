import { AppError, EnvelopeCode, isMobile } from '@nephra/plugin-sdk/contract';
import { profileContract } from '../../contract/index.ts';
import type { OpenSession } from '../auth/session/session-store.ts';
import { SMS_CODE_MINUTES, SMS_WAIT_SECONDS, type SmsCodes } from '../auth/sms-codes.ts';
import type { CoreParts } from '../composition/core-parts.ts';
import { type BoundRoute, bindCore, type RouteOwner } from '../http/pipeline/bound-route.ts';
import type { CallScope } from '../http/pipeline/call-scope.ts';
import { fill, textFrom } from '../i18n/texts.ts';
import type { MenuCatalogue } from '../identity/menus/menu-catalogue.ts';
import { type MenuOverrides, menuTree, permissionList } from '../identity/menus/menu-tree.ts';
import { ownLog } from '../identity/profile/profile-log.ts';
import { ProfilePlaces } from '../identity/profile/profile-places.ts';
import { ownRights } from '../identity/profile/profile-rights.ts';
import { subordinatesOf } from '../identity/profile/profile-subordinates.ts';
import type { Rights } from '../identity/rights/rights.ts';
import type { CodeMessages } from '../outbound/texts/code-messages.ts';

export interface ProfileServices {
  readonly catalogue: MenuCatalogue;
  /** Display overrides of registry.json. */
  readonly site: () => { readonly overrides: MenuOverrides };
  readonly smsCodes: SmsCodes;
  readonly codeMessages: CodeMessages;
  /** Method of a route by its name, `session.login`; empty when there is none. */
  readonly methodOf: (action: string) => string;
}

function signedIn({ session, rights }: CallScope): { session: OpenSession; rights: Rights } {
  if (!session || !rights) throw new AppError('core.login-needed', { code: EnvelopeCode.LoginExpired });
  return { session, rights };
}

/** What the signed-in person may look up about themselves, and where they work now (spec 7.11, current user). */
export function profileRoutes(owner: RouteOwner, { db, config, texts, rights: reader, newId }: CoreParts, services: ProfileServices): BoundRoute[] {
  const { catalogue, site, methodOf, smsCodes, codeMessages } = services;
  const places = new ProfilePlaces(db);
  /** Nobody switches to where they can open nothing: the next sign-in would end at the door. */
  const assertOpensSomething = async ({ userId, isAdministrator }: OpenSession): Promise<void> => {
    const { org_id, department_id } = await db
      .selectFrom('core.user_account')
      .select(['org_id', 'department_id'])
      .where('id', '=', userId)
      .executeTakeFirstOrThrow();
    // Read inside this transaction under a revision of its own, so that nobody else is given what may be rolled back.
    const revision = newId();
    const next = await reader.of({ userId, orgId: org_id, departmentId: department_id, isAdministrator }, revision);
    if (menuTree(await catalogue.at(revision), next, 'zh', site().overrides).length === 0) throw new AppError('core.major-no-menu');
  };
  return bindCore(owner, profileContract, {
    feedback: ({ body }, ctx) => {
      const text = body.text.trim();
      if (text === '') throw new AppError('core.feedback-empty', { code: EnvelopeCode.Invalid, fields: [{ path: 'text', msg: '' }] });
      ctx.audit({ subject: 'feedback', subjectId: newId(), note: body.place === '' ? text : `${body.place}: ${text}` });
      ctx.message('feedback-kept');
      return null;
    },
    sendMobileCode: async ({ body }, ctx, call) => {
      if (!(await codeMessages.ready())) throw new AppError('core.mobile-unproven', { code: EnvelopeCode.Forbidden });
      const mobile = body.mobile.trim();
      if (!isMobile(mobile)) throw new AppError('core.mobile-invalid', { code: EnvelopeCode.Invalid, fields: [{ path: 'mobile', msg: '' }] });
      const code = await smsCodes.issue(mobile);
      const sentence = textFrom([texts], call.language, 'sms.change-code') ?? '{{code}}';
      await codeMessages.send({ mobile, code, minutes: SMS_CODE_MINUTES, system: config.sysName, sentence: fill(sentence, { code, system: config.sysName }) });
      ctx.audit({ subject: 'user', subjectId: signedIn(call).session.userId, note: 'a code was sent to a new mobile number' });
      return { waitSeconds: SMS_WAIT_SECONDS };
    },
    organizes: (_input, _ctx, call) => places.organizes(signedIn(call).session),
    positions: (_input, _ctx, call) => places.positions(signedIn(call).rights),
    roles: (_input, _ctx, call) => places.roles(signedIn(call).rights, call.language),
    major: async ({ body }, ctx, call) => {
      const { session, rights } = signedIn(call);
      const isOrganize = body.majorType === 'Organize';
      const name = isOrganize ? await places.workIn(session, body.majorId) : await places.workAs(session, rights, body.majorId);
      if (isOrganize) await assertOpensSomething(session);
      const before = isOrganize ? session.orgId : (rights.positions.find((position) => position.major)?.id ?? '');
      ctx.audit({ subject: 'user', subjectId: session.userId, before: { [body.majorType]: before }, after: { [body.majorType]: body.majorId } });
      ctx.message(isOrganize ? 'organize-switched' : 'position-switched', { name });
      return null;
    },
    subordinates: ({ params }, _ctx, call) => subordinatesOf(db, signedIn(call).session.userId, params.id),
    authorize: async (_input, _ctx, call) => {
      const { rights } = signedIn(call);
      const menus = await catalogue.at(rights.revision);
      return ownRights(menuTree(menus, rights, call.language, site().overrides), permissionList(menus, rights, call.language));
    },
    systemLog: ({ query }, _ctx, call) => ownLog(db, signedIn(call).session, query, methodOf),
  });
}

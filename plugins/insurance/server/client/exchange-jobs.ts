import { businessParts, type OrgId } from '@nephra/plugin-sdk/contract';
import type { Job, ServerContext } from '@nephra/plugin-sdk/server';
import { isAppError } from '@nephra/plugin-sdk/contract';
import type { InsuranceTables } from '../insurance-tables.ts';
import { nationalClient } from './create-national-client.ts';
import { giveUpLostEntries } from './journal.repo.ts';
import { markSignedOut } from './sign-in.repo.ts';

type Ctx = ServerContext<InsuranceTables>;

const LOOK_EVERY_SECONDS = 15;
const SIGN_OUT_EVERY_SECONDS = 240;
/** Signing out (9002) only works on the day of the sign-in. */
const LAST_MINUTES = { hour: 23, minute: 50 };

/** What was on its way when a process died is marked: whoever asks afterwards learns that nobody knows. */
async function giveUpLost(ctx: Ctx): Promise<void> {
  const lost = await giveUpLostEntries(ctx);
  if (lost > 0) ctx.log.warn({ lost }, 'messages to the insurer without an answer');
}

/** Ends the day's sign-ins shortly before midnight. One that cannot be ended ends with the day by itself. */
export async function signOutForTheDay(ctx: Ctx): Promise<void> {
  const { hour, minute } = businessParts(ctx.clock.now().getTime());
  if (hour !== LAST_MINUTES.hour || minute < LAST_MINUTES.minute) return;
  const day = ctx.clock.today();
  // rows: a job for all facilities; no person looks at it
  const open = await ctx.db
    .selectFrom('insurance.sign_in')
    .select(['org_id', 'operator_no', 'sign_no'])
    .where('business_day', '=', day)
    .where('signed_out_at', 'is', null)
    .execute();
  for (const { org_id, operator_no: operatorNo, sign_no } of open) {
    const orgId = org_id as OrgId;
    try {
      await nationalClient(ctx).call('9002', { signOut: { sign_no, opter_no: operatorNo } }, { orgId, operator: { userId: operatorNo, userName: operatorNo } });
    } catch (cause) {
      if (!isAppError(cause)) throw cause;
      ctx.log.info({ orgId, reason: cause.key }, 'not signed out');
    }
    await markSignedOut(ctx.db, { orgId, operatorNo, day }, ctx.clock.now());
  }
}

export const exchangeJobs: readonly Job<InsuranceTables>[] = [
  {
    name: 'lost-exchanges',
    title: { zh: '标记无回答的报文', zhtw: '標記無回答的訊息', en: 'Mark messages without an answer' },
    purpose: {
      zh: '服务器中断时正在发送的医保报文标为结果未知',
      zhtw: '伺服器中斷時正在傳送的醫保訊息標為結果未知',
      en: 'Marks messages to the insurer that were on their way when a server died: nobody knows their outcome',
    },
    when: { everySeconds: LOOK_EVERY_SECONDS },
    run: giveUpLost,
  },
  {
    name: 'sign-out',
    title: { zh: '医保签退', zhtw: '醫保簽退', en: 'Sign out from the insurer' },
    purpose: {
      zh: '23:50 之后为当天在医保平台签到的操作员签退；其余时间只查看',
      zhtw: '23:50 之後為當天在醫保平台簽到的操作員簽退；其餘時間只查看',
      en: 'After 23:50 signs out the operators who signed in to the insurer that day; before, it only looks',
    },
    when: { everySeconds: SIGN_OUT_EVERY_SECONDS },
    run: signOutForTheDay,
  },
];

import { DAY_MS, dayOf, inLanguages as text, parseDay, type UserId } from '@nephra/plugin-sdk/contract';
import { type Job, messageKind, messageSender, type ServerContext, sql } from '@nephra/plugin-sdk/server';
import { PayStatus, RxStatus } from '../../contract/index.ts';
import type { PrescriptionDb } from '../tables.ts';

/** As on the card of the start page: older ones are not today's work any more. */
const LATELY_DAYS = 7;
const KIND = 'prescription.draftsLeft';

/** Drafts that are left in the evening, as doctors choose how to hear of them. */
export const draftsLeftKind = messageKind<PrescriptionDb>({
  code: KIND,
  title: text('处方未确认', '處方未確認', 'Unconfirmed prescriptions'),
  ...{ urgency: 'normal', channels: [], params: { n: 'open', day: 'open' } },
  outside: text(
    '您有{n}张处方尚未确认，请登录系统处理。',
    '您有 {n} 張處方尚未確認，請登入系統處理。',
    '{n} of your prescriptions are not confirmed. Sign in to see which.',
  ),
});

interface Left {
  readonly worker_id: string;
  readonly drafts: string;
  readonly oldest: Date;
}

/** Doctors with drafts of the last days, today included, in all facilities. */
async function doctorsWithDrafts(ctx: ServerContext<PrescriptionDb>): Promise<readonly Left[]> {
  const today = ctx.clock.today();
  const from = new Date(parseDay(today) - (LATELY_DAYS - 1) * DAY_MS);
  const before = new Date(parseDay(today) + DAY_MS);
  // rows: counted for their own doctors, facility by facility, so that each is read by its index
  const { rows } = await sql<Left>`with recursive facility (org_id) as (
      (select org_id from prescription.prescription order by org_id limit 1)
      union all
      select (select next.org_id from prescription.prescription as next where next.org_id > facility.org_id order by next.org_id limit 1)
      from facility where facility.org_id is not null)
    select draft.worker_id, count(*) as drafts, min(draft.dp_date) as oldest
    from facility join prescription.prescription as draft on draft.org_id = facility.org_id
    where draft.rx_status = ${RxStatus.New} and draft.pay_status <> ${PayStatus.Void} and draft.dp_date >= ${from} and draft.dp_date < ${before} and draft.worker_id <> ''
    group by draft.worker_id order by draft.worker_id`.execute(ctx.db);
  return rows;
}

/** Tells doctors in the evening of prescriptions that they wrote and did not confirm; once a day, and nothing where no plugin sends messages. */
export const draftsLeftJob: Job<PrescriptionDb> = {
  name: 'drafts-left',
  title: text('未确认处方提醒', '未確認處方提醒', 'Reminder of drafts'),
  purpose: text(
    '每天傍晚提醒医生近 7 天内尚未确认的处方',
    '每天傍晚提醒醫師近 7 天內尚未確認的處方',
    'Reminds doctors each evening of prescriptions of the last week that they have not confirmed',
  ),
  when: { cron: '30 17 * * *' },
  run: async (ctx, { log }) => {
    const sender = ctx.optionalService(messageSender);
    if (!sender) return;
    let told = 0;
    for (const { worker_id: doctor, drafts, oldest } of await doctorsWithDrafts(ctx)) {
      const { sent } = await sender.send({
        kind: KIND,
        title: text('您有{n}张处方尚未确认', '您有 {n} 張處方尚未確認', '{n} of your prescriptions are not confirmed'),
        text: text(
          '最早的一张为{day}。确认后药房才能审核。',
          '最早的一張為 {day}。確認後藥房才能審核。',
          'The oldest is of {day}. The pharmacy reviews what is confirmed.',
        ),
        params: { n: Number(drafts), day: dayOf(oldest.getTime()) },
        ...{ from: text('处方', '處方', 'Prescriptions'), receivers: [{ persons: [doctor as UserId] }] },
        ...{ link: { menu: 'his.prescription', query: {} }, key: `${KIND}/${doctor}/${ctx.clock.today()}` },
      });
      if (sent) told += 1;
    }
    if (told > 0) log(`${told} doctors`);
  },
};

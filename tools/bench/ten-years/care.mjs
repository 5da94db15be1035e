/**
 * Treatments, rounds, messages, letters, documents and chats of ten years, made by SQL beside the bills of `fill.mjs`.
 * `rows` says how many of so many rows are made. Half of everything lies in the demo's first facility.
 */
import { FULL } from './fill.mjs';
import { withoutIndexes } from './indexes.mjs';
import { prescriptionsOfTreatments } from './prescribed.mjs';

/** Half in the first facility, the rest in those that `fill.mjs` adds to the demo's three. */
const PLACE = `case when n % 2 = 0 then 'org-gz' else 'org-t' || 1 + n / 2 % ${FULL.facilities - 3} end`;

/** Whom rows are about and who wrote them, as SQL over their number `n`: patients and users that are names alone. */
const NAMES_ALONE = { patient: `'ten-p' || n % 10000`, user: `'user-' || n % 40` };

/** A row of the demo, written `rows` times under other names, days and patients; where the demo has none, nothing. How many it has is asked for once: per row no hash could join them. */
function copies(table, rows, changes) {
  const at = `(now() - (n / ${rows}::float8) * interval '3650 days')`;
  const pairs = Object.entries(changes).map(([column, value]) => `'${column}', ${value.replaceAll('$at', at).replaceAll('$day', `${at}::date`)}`);
  return `insert into ${table} select made.* from generate_series(1, ${rows}) as n
    join (select row_number() over () as at, to_jsonb(one) as row from ${table} as one) as base on base.at = 1 + n % (select nullif(count(*), 0) from ${table})
    cross join lateral jsonb_populate_record(null::${table}, base.row || jsonb_build_object(${pairs.join(', ')})) as made`;
}

const partOfFile = (patient) => ({ org_id: PLACE, patient_id: patient, written_at: '$at' });

/** Treatments and what belongs to them; their entries are left out, sixteen times as many as treatments, and found by their treatment alone. */
const dialysis = (rows, { patient }) => [
  copies('dialysis_session.session', rows(2_500_000), {
    id: `'ten-ds' || n`,
    org_id: PLACE,
    day: '$day',
    slot_id: `'ten-sl' || n`,
    patient_id: patient,
    state: `case when n % 20 = 0 then 8 else 5 end`,
    created_at: '$at',
    updated_at: '$at',
  }),
  copies('dialysis_session.standing_order', rows(100_000), {
    id: `'ten-so' || n`,
    org_id: PLACE,
    patient_id: patient,
    valid_from: '$day',
    stopped_at: `case when n % 10 > 0 then $at end`,
    group_id: `''`,
  }),
  copies('dialysis_session.given', rows(5_000_000), {
    id: `'ten-gi' || n`,
    org_id: PLACE,
    session_id: `'ten-ds' || n / 2`,
    order_id: `'ten-so' || n`,
    day: '$day',
    at: '$at',
    single: 'false',
  }),
  // Three things that each treatment used, one of a hundred with a lot that stock does not know.
  `insert into pharmacy.used_goods (id, org_id, source_key, drug_id, kind, drug_name, unit, patient_id, used_on, wanted, missing, problems, created_at, updated_at)
     select 'ten-us' || n || '.' || k, ${PLACE}, 'dialysis-session/ten-ds' || n, 'ten-us' || k, 'material', 'SIM', 'SIM', ${patient}, at::date, 1, 0, case when k = 3 and n % 33 = 0 then array['lot-unknown'] else '{}'::text[] end, at, at
     from generate_series(1, ${rows(2_500_000)}) as n cross join lateral (select now() - (n / ${rows(2_500_000)}::float8) * interval '3650 days' as at) as used, generate_series(1, 3) as k`,
  copies('dialysis_file.change', rows(1_500_000), { id: `'ten-ch' || n`, ...partOfFile(patient) }),
  copies('dialysis_file.result', rows(600_000), { id: `'ten-re' || n`, ...partOfFile(patient), on_day: '$day' }),
  copies('dialysis_file.dry_weight', rows(400_000), { id: `'ten-dw' || n`, ...partOfFile(patient), from_day: '$day', review_on: '$day' }),
  copies('dialysis_round.note', rows(1_000_000), {
    id: `'ten-no' || n`,
    org_id: PLACE,
    patient_id: patient,
    session_id: `'ten-ds' || n`,
    day: '$day',
    written_at: '$at',
    signed_at: `case when n > 20 then $at end`,
    corrects: 'null',
  }),
  copies('dialysis_round.lab', rows(1_500_000), { id: `'ten-la' || n`, org_id: PLACE, patient_id: patient, on_day: '$day', written_at: '$at' }),
  copies('dialysis_round.proposal', rows(200_000), {
    id: `'ten-pr' || n`,
    org_id: PLACE,
    patient_id: patient,
    proposed_at: '$at',
    state: `case when n > 10 then 'signed' else 'waiting' end`,
  }),
];

/** Messages and notices, letters, documents; what the product removes after some time is younger than that. */
const office = (rows, { user }) => [
  `insert into message.item (id, type, org_id, creator_user, title, send_key, state, release_no, released_at, search_grams, created_at, updated_at)
     select 'ten-it' || n, case when n % 50 = 0 then 1 else 2 end, ${PLACE}, 'SIM', 'SIM ' || n, '', 'released', 1, at, array['s', 'si', 'sim', n::text], at, at
     from generate_series(1, ${rows(1_000_000)}) as n cross join lateral (select now() - (n / ${rows(1_000_000)}::float8) * interval '700 days' as at) as sent`,
  `insert into message.target (item_id, addressee, type, release_no, released_at, must_read)
     select 'ten-it' || 1 + n % ${rows(1_000_000)}, 'user:' || ${user} || case when n % 4 = 0 then '' else '-' || n % 1000 end, 2, 1, now() - (n / ${rows(3_000_000)}::float8) * interval '700 days', n % 100 = 0
     from generate_series(1, ${rows(3_000_000)}) as n on conflict do nothing`,
  `insert into message.mark (user_id, item_id, release_no, read_at)
     select 'user-' || n % 40 || '-' || n % 1000, 'ten-it' || 1 + n % ${rows(1_000_000)}, 1 + n / ${rows(1_000_000)}, now() - (n / ${rows(10_000_000)}::float8) * interval '700 days'
     from generate_series(1, ${rows(10_000_000)}) as n on conflict do nothing`,
  `insert into message.outbox (id, send_key, user_id, channel, kind, urgency, rank, language, subject, body_text, state, next_try_at, attempted_at, ended_at, created_at, updated_at)
     select 'ten-ou' || n, 'ten-' || n, ${user}, (array['sms', 'mail', 'wechat'])[1 + n % 3], 'SIM', 'normal', 1, 'zh', 'SIM', 'SIM', case when n > 5 then 'sent' else 'waiting' end, at, at, at, at, at
     from generate_series(1, ${rows(900_000)}) as n cross join lateral (select now() - (n / ${rows(900_000)}::float8) * interval '80 days' as at) as sent`,
  `insert into mail.letter (user_id, letter_id, state, receivers, subject, body_text, files, file_ids, answers, answer_kind, forward_parts, message_id, trouble, trouble_said, busy_until, changed_at)
     select ${user}, 'ten-le' || n, case when n % 100 = 0 then 'draft' else 'sent' end, '{"to":["sim@example.test"],"cc":[],"bcc":[]}', 'SIM', '', '[]', case when n % 50 = 0 then array['ten-f' || n] else '{}'::text[] end, '', '', '{}', '', '', '', now(), now() - (n / ${rows(200_000)}::float8) * interval '28 days'
     from generate_series(1, ${rows(200_000)}) as n`,
  `insert into documents.entry (id, owner_id, org_id, parent_id, path, kind, name, name_key, file_id, file_size, created_by, created_at, updated_at, trash_id, trashed_at)
     select 'ten-en' || n, ${user}, ${PLACE}, case when n % 10 = 0 then '' else 'ten-en' || n / 10 * 10 end, array['ten-en' || n / 10 * 10, 'ten-en' || n], case when n % 10 = 0 then 'folder' else 'file' end,
       'SIM ' || n, 'sim ' || n, case when n % 10 = 0 then '' else 'ten-f' || n end, 1000, ${user}, at, at, case when n % 50 = 1 then 'ten-en' || n else '' end, case when n % 50 = 1 then now() - n % 28 * interval '1 day' end
     from generate_series(1, ${rows(1_000_000)}) as n cross join lateral (select now() - (n / ${rows(1_000_000)}::float8) * interval '3650 days' as at) as kept`,
  `insert into documents.share (entry_id, user_id, may_change, created_at)
     select 'ten-en' || n, ${user}, n % 2 = 0, now() - (n / ${rows(200_000)}::float8) * interval '3650 days' from generate_series(1, ${rows(200_000)}) as n`,
];

/** Messages of a conversation. */
const WRITTEN = 50;
/** One message in a hundred holds a word with `l`; a name stands in each tenth message, but in none that the bench's readers were written. */
const WORDS = `case when n % 100 = 0 then array['l', 'la', 'lab'] when n % 10 = 3 and (1 + n % $of) % 40 not in (0, 4, 8) then array['雪', '梅', '雪梅'] else '{}'::text[] end`;

/** Two people or a few, with what they wrote: the newest is the last in its conversation. */
function chat(rows, { user }) {
  const [conversations, messages] = [rows(200_000), WRITTEN * rows(200_000)];
  const sentAt = (n) => `now() - (${n} / ${messages}::float8) * interval '3650 days'`;
  return [
    `insert into chat.conversation (id, kind, low_id, high_id, full_name, owner_id, last_seq, last_at, created_at)
     select 'ten-c' || n, case when n % 20 = 0 then 'group' else 'person' end, 'ten-p' || n, ${user}, '', '', ${WRITTEN}, ${sentAt('(n - 1)')}, now() - interval '3650 days'
     from generate_series(1, ${conversations}) as n`,
    `insert into chat.member (conversation_id, user_id, from_seq, read_seq, joined_at)
     select 'ten-c' || n, who, 0, 45, now() - interval '3650 days' from generate_series(1, ${conversations}) as n cross join lateral unnest(array['ten-p' || n, ${user}]) as who`,
    `insert into chat.message (id, conversation_id, seq, sender_id, org_id, kind, content, file_id, client_id, sent_at, search_grams)
     select 'ten-m' || n, 'ten-c' || 1 + n % ${conversations}, ${WRITTEN} - n / ${conversations}, ${user}, 'org-gz', 'text', 'SIM ' || n, case when n % 50 = 0 then 'ten-f' || n else '' end,
       'ten-' || n, ${sentAt('n')}, array['s', 'si', 'sim', n::text] || ${WORDS.replace('$of', conversations)}
     from generate_series(0, ${messages - 1}) as n`,
  ];
}

/**
 * @param rows how many of so many rows are made
 * @param names SQL over `n`, see `NAMES_ALONE`
 */
export const careStatements = (rows, names = NAMES_ALONE) => [...dialysis(rows, names), ...office(rows, names), ...chat(rows, names)];

/** Tables that get so many rows that their indexes are built afterwards. */
const GROWN = [
  ...['session', 'standing_order', 'given'].map((table) => `dialysis_session.${table}`),
  ...['change', 'result', 'dry_weight'].map((table) => `dialysis_file.${table}`),
  ...['note', 'lab', 'proposal'].map((table) => `dialysis_round.${table}`),
  ...['item', 'target', 'mark', 'outbox'].map((table) => `message.${table}`),
  ...['conversation', 'member', 'message'].map((table) => `chat.${table}`),
  ...['documents.entry', 'documents.share', 'mail.letter', 'dialysis_schedule.slot', 'dialysis_schedule.disinfection', 'pharmacy.used_goods'],
];
/** Every twentieth patient of `fill.mjs` is on dialysis; so many of them have a file, all in the first facility. The others of these left in the course of the years. */
const FILES = 1_500;
const STILL_HERE = 200;
const LEFT = JSON.stringify({ kind: 'transferred', on: '2020-01-01', cause: '', note: '', byName: 'SIM', at: 0, bed: '', closed: [] });
const BENCH_NAMES = {
  patient: `'ten-p' || 20 * (1 + n % ${FILES})`,
  user: `(case n % 40 when 0 then 'user-admin' when 4 then 'ten-group' when 8 then 'ten-schemed' else 'user-' || n % 40 end)`,
};

/** What lists of the bench's readers need beside: files of the patients, prescriptions, places that were not used, disinfections, and that half of one's messages is read. */
const forReaders = (rows) => [
  `insert into dialysis_file.file select made.* from generate_series(1, ${FILES}) as n join patient.patient as p on p.id = 'ten-p' || 20 * n
     join (select row_number() over () as at, to_jsonb(one) as row from dialysis_file.file as one) as base on base.at = 1 + n % (select count(*) from dialysis_file.file)
     cross join lateral jsonb_populate_record(null::dialysis_file.file, base.row || jsonb_build_object('id', p.id, 'org_id', p.org_id)
       || case when n > ${STILL_HERE} then jsonb_build_object('outcome', '${LEFT}'::jsonb, 'outcome_on', '2020-01-01') else '{}' end) as made`,
  ...prescriptionsOfTreatments(),
  copies('dialysis_schedule.slot', rows(1_000_000), {
    id: `'ten-sl' || n`,
    org_id: PLACE,
    slot_day: '$day',
    home_day: '$day',
    station_id: `'ten-st' || n`,
    patient_id: BENCH_NAMES.patient,
    state: `case when n % 50 = 0 then 'absent' else 'cancelled' end`,
    held: 'false',
  }),
  copies('dialysis_schedule.disinfection', rows(800_000), { id: `'ten-di' || n`, org_id: PLACE, started_at: '$at', ended_at: '$at' }),
  `insert into message.mark (user_id, item_id, release_no, read_at)
     select substr(addressee, 6), item_id, release_no, released_at from message.target
     where addressee in ('user:user-admin', 'user:ten-group', 'user:ten-schemed') and item_id like 'ten-%' and ascii(right(item_id, 1)) % 2 = 0 on conflict do nothing`,
];

/**
 * For a database that `fill.mjs` has filled: all in one, so that one which was interrupted has left nothing.
 * @param share of the rows that twenty facilities have after ten years
 */
export function careFillStatements(share) {
  const rows = (ofTenYears) => Math.round(ofTenYears * share);
  return [withoutIndexes(GROWN, [...careStatements(rows, BENCH_NAMES), ...forReaders(rows)]).join(';\n')];
}

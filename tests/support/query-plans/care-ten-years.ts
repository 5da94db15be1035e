/** Half of everything lies in the demo's first facility, as in the fill of the bench. */
const PLACE = `case when n % 2 = 0 then 'org-gz' else 'org-' || n % 20 end`;
const PATIENT = `'ten-p' || n % 10000`;
const USER = `'user-' || n % 40`;

/** A row of the demo, written `rows` times under other names, days and patients; where the demo has none, nothing. */
function copies(table: string, rows: number, changes: Readonly<Record<string, string>>): string {
  const at = `(now() - n * interval '3650 days' / ${rows})`;
  const pairs = Object.entries(changes).map(([column, value]) => `'${column}', ${value.replaceAll('$at', at).replaceAll('$day', `${at}::date`)}`);
  return `insert into ${table} select made.* from generate_series(1, ${rows}) as n
    join (select row_number() over () as at, count(*) over () as of, to_jsonb(one) as row from ${table} as one) as base on base.at = 1 + n % base.of
    cross join lateral jsonb_populate_record(null::${table}, base.row || jsonb_build_object(${pairs.join(', ')})) as made`;
}

const partOfFile = { org_id: PLACE, patient_id: PATIENT, written_at: '$at' } as const;

/** Treatments and what belongs to them; their entries are left out, sixteen times as many as treatments, and found by their treatment alone. */
const dialysis = (rows: (ofTenYears: number) => number): string[] => [
  copies('dialysis_session.session', rows(2_500_000), {
    id: `'ten-ds' || n`,
    org_id: PLACE,
    day: '$day',
    slot_id: `'ten-sl' || n`,
    patient_id: PATIENT,
    state: '8',
    created_at: '$at',
    updated_at: '$at',
  }),
  copies('dialysis_session.standing_order', rows(100_000), {
    id: `'ten-so' || n`,
    org_id: PLACE,
    patient_id: PATIENT,
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
  copies('dialysis_file.change', rows(1_500_000), { id: `'ten-ch' || n`, ...partOfFile }),
  copies('dialysis_file.result', rows(600_000), { id: `'ten-re' || n`, ...partOfFile, on_day: '$day' }),
  copies('dialysis_file.dry_weight', rows(400_000), { id: `'ten-dw' || n`, ...partOfFile, from_day: '$day', review_on: '$day' }),
  copies('dialysis_round.note', rows(1_000_000), {
    id: `'ten-no' || n`,
    org_id: PLACE,
    patient_id: PATIENT,
    session_id: `'ten-ds' || n`,
    day: '$day',
    written_at: '$at',
    signed_at: `case when n > 20 then $at end`,
    corrects: 'null',
  }),
  copies('dialysis_round.lab', rows(1_500_000), { id: `'ten-la' || n`, org_id: PLACE, patient_id: PATIENT, on_day: '$day', written_at: '$at' }),
  copies('dialysis_round.proposal', rows(200_000), {
    id: `'ten-pr' || n`,
    org_id: PLACE,
    patient_id: PATIENT,
    proposed_at: '$at',
    state: `case when n > 10 then 'signed' else 'waiting' end`,
  }),
];

/** Messages and notices, letters, documents; what the product removes after some time is younger than that. */
const office = (rows: (ofTenYears: number) => number): string[] => [
  `insert into message.item (id, type, org_id, creator_user, title, send_key, state, release_no, released_at, search_grams, created_at, updated_at)
     select 'ten-it' || n, case when n % 50 = 0 then 1 else 2 end, ${PLACE}, 'SIM', 'SIM ' || n, '', 'released', 1, at, array['s', 'si', 'sim', n::text], at, at
     from generate_series(1, ${rows(1_000_000)}) as n cross join lateral (select now() - n * interval '700 days' / ${rows(1_000_000)} as at) as sent`,
  `insert into message.target (item_id, addressee, type, release_no, released_at, must_read)
     select 'ten-it' || 1 + n % ${rows(1_000_000)}, 'user:user-' || n % 40 || case when n % 4 = 0 then '' else '-' || n % 1000 end, 2, 1, now() - n * interval '700 days' / ${rows(3_000_000)}, n % 100 = 0
     from generate_series(1, ${rows(3_000_000)}) as n on conflict do nothing`,
  `insert into message.mark (user_id, item_id, release_no, read_at)
     select 'user-' || n % 40 || '-' || n % 1000, 'ten-it' || 1 + n % ${rows(1_000_000)}, 1 + n / ${rows(1_000_000)}, now() - n * interval '700 days' / ${rows(10_000_000)}
     from generate_series(1, ${rows(10_000_000)}) as n on conflict do nothing`,
  `insert into message.outbox (id, send_key, user_id, channel, kind, urgency, rank, language, subject, body_text, state, next_try_at, attempted_at, ended_at, created_at, updated_at)
     select 'ten-ou' || n, 'ten-' || n, ${USER}, (array['sms', 'mail', 'wechat'])[1 + n % 3], 'SIM', 'normal', 1, 'zh', 'SIM', 'SIM', case when n > 5 then 'sent' else 'waiting' end, at, at, at, at, at
     from generate_series(1, ${rows(900_000)}) as n cross join lateral (select now() - n * interval '80 days' / ${rows(900_000)} as at) as sent`,
  `insert into mail.letter (user_id, letter_id, state, receivers, subject, body_text, files, file_ids, answers, answer_kind, forward_parts, message_id, trouble, trouble_said, busy_until, changed_at)
     select ${USER}, 'ten-le' || n, case when n % 100 = 0 then 'draft' else 'sent' end, '[]', 'SIM', '', '[]', case when n % 50 = 0 then array['ten-f' || n] else '{}'::text[] end, '', '', '{}', '', '', '', now(), now() - n * interval '28 days' / ${rows(200_000)}
     from generate_series(1, ${rows(200_000)}) as n`,
  `insert into documents.entry (id, owner_id, org_id, parent_id, path, kind, name, name_key, file_id, file_size, created_by, created_at, updated_at, trash_id, trashed_at)
     select 'ten-en' || n, ${USER}, ${PLACE}, case when n % 10 = 0 then '' else 'ten-en' || n / 10 * 10 end, array['ten-en' || n / 10 * 10, 'ten-en' || n], case when n % 10 = 0 then 'folder' else 'file' end,
       'SIM ' || n, 'sim ' || n, case when n % 10 = 0 then '' else 'ten-f' || n end, 1000, ${USER}, at, at, case when n % 50 = 1 then 'ten-en' || n else '' end, case when n % 50 = 1 then now() - n % 28 * interval '1 day' end
     from generate_series(1, ${rows(1_000_000)}) as n cross join lateral (select now() - n * interval '3650 days' / ${rows(1_000_000)} as at) as kept`,
  `insert into documents.share (entry_id, user_id, may_change, created_at)
     select 'ten-en' || n, 'user-' || n % 40, n % 2 = 0, now() - n * interval '3650 days' / ${rows(200_000)} from generate_series(1, ${rows(200_000)}) as n`,
];

/**
 * Ten years of treatments, rounds, messages, letters and documents, beside the bills that the bench fills in.
 * @param rows how many of so many rows are made
 */
export const careStatements = (rows: (ofTenYears: number) => number): string[] => [...dialysis(rows), ...office(rows)];

/**
 * Ten years of a group of dialysis centres, made by SQL from the demo data: rows of the demo are copied under other numbers, days, patients and
 * facilities. Facts of one row fit together as far as lists, searches and charges ask; checks of whole books are switched off while it is loaded.
 */

import { withoutIndexes } from './indexes.mjs';

/** Rows of each kind. One facility, the demo's first, has half of everything. */
export const FULL = {
  facilities: 20,
  patients: 120_000,
  prescriptions: 300_000,
  bills: 1_000_000,
  audits: 1_000_000,
  settlements: 200_000,
  movements: 1_000_000,
};
export const SMALL = { facilities: 20, patients: 100_000, prescriptions: 100_000, bills: 100_000, audits: 100_000, settlements: 50_000, movements: 100_000 };

/** Tables that get so many rows that their indexes are built afterwards. */
const GROWN = [
  'patient.patient',
  'prescription.prescription',
  'prescription.detail',
  'charging.bill',
  'charging.bill_prescription',
  'charging.bill_line',
  'charging.payment',
  'charging.shift',
  'charging.shift_bill',
  'core.audit',
  'pharmacy.movement',
  'pharmacy.allocation',
  'pharmacy.dispensing_step',
  'insurance.visit',
  'insurance.settlement',
  'insurance.settlement_prescription',
  'insurance.exchange',
];

/** Lines of the demo's prescriptions that are copied: what comes out of stock, and tests, each fourth third line. */
const [GOODS, TESTS] = [200, 20];

const MAIN_ORG = 'org-gz';
const YEARS_DAYS = 3_650;
/** Whoever pays at the till of these days is charged within opening hours, some seconds after the one before. */
const OPENING_SECONDS = 32_000;

/** `n` of a table's rows copied: `changes` is a JSON object in SQL over `n` (number of the copy), `org` (its facility) and `base.one` (the row, unless `from` names another). */
const copies = (table, { n, changes, also = '', from = 'base.one' }) => `
  insert into ${table}
  select made.*
  from generate_series(1, ${n}) as n
  cross join lateral (select case when n % 2 = 0 then '${MAIN_ORG}' else (select array_agg(id order by id) from ten.org)[1 + n / 2 % (select count(*)::int from ten.org)] end as org) as place
  ${also}
  join ten.base_${table.replace('.', '_')} as base on base.at = 1 + n % (select count(*)::int from ten.base_${table.replace('.', '_')})
  cross join lateral jsonb_populate_record(${from}, ${changes}) as made`;

const base = (table, where = 'true') =>
  `create table ten.base_${table.replace('.', '_')} as select row_number() over () as at, one from ${table} as one where ${where};
   create unique index on ten.base_${table.replace('.', '_')} (at)`;

/** Day of the n-th of `total` things: the last one is of today, and days lie evenly over ten years. */
const dayOf = (total) => `((now() at time zone 'Asia/Shanghai')::date - (${YEARS_DAYS} - (n::bigint * ${YEARS_DAYS} / ${total})::int))`;
const momentOf = (total) => `((${dayOf(total)} + time '08:00' + (n::bigint * 7919 % ${OPENING_SECONDS}) * interval '1 second') at time zone 'Asia/Shanghai')`;

const condition = (field, op, value) => ({ field, type: 'String', op, value });
/** Own rows, and those of two payers: together about half. */
const PAYERS = [[condition('creatorUserId', 'Equal', '@userId')], [condition('reimWay', 'In', '390,391')]];
/** Treatments and places of some zones. */
const ZONES = [[condition('zone', 'Equal', 'A')], [condition('zone', 'In', 'B,C')]];
const SCHEMES = { 'his.patient': PAYERS, 'his.prescription': PAYERS, 'his.charging': PAYERS, 'dialysis.today': ZONES, 'his.dialysisSchedule': ZONES };
const SCHEMED_MENUS = Object.keys(SCHEMES);

/** `group` looks over all facilities; `schemed` does so with data authorisation on five menus, see `authoriseData`. Both have the administrator's password. */
export const readers = () => [
  ...['group', 'schemed'].map(
    (account) => `insert into core.user_account select made.* from core.user_account as base, jsonb_populate_record(null::core.user_account, to_jsonb(base)
        || jsonb_build_object('id', 'ten-${account}', 'account', '${account}', 'org_id', 'org-root', 'en_code', 'TEN${account}', 'mobile', '', 'is_administrator', ${account === 'group'}, 'department_id', null)) as made where base.id = 'user-admin';
      insert into core.user_org (user_id, org_id, is_major) values ('ten-${account}', 'org-root', true)`,
  ),
  `insert into core.user_role select 'ten-schemed', id from core.role where id in ('role-doctor', 'role-cashier', 'role-pharmacist', 'role-clerk')`,
  ...SCHEMED_MENUS.flatMap((menu) =>
    SCHEMES[menu].map((all, at) => {
      const id = `ten-${menu}-${at}`;
      return `insert into core.role (id, en_code, full_name) values ('${id}', '${id}', '${id}');
        insert into core.user_role (user_id, role_id) values ('ten-schemed', '${id}');
        insert into core.data_scheme (id, menu_code, en_code, full_name, condition) values ('${id}', '${menu}', '${id}', '${id}', '${JSON.stringify([{ logic: 'and', groups: all }])}');
        insert into core.permission_grant (subject_type, subject_id, kind, menu_code, item_code) values ('role', '${id}', 'menu', '${menu}', ''), ('role', '${id}', 'resource', '${menu}', '${id}')`;
    }),
  ),
];

/** Data authorisation hides everything from roles without a scheme, so it is off while a doctor and a cashier make charges. */
export const authoriseData = (on) => `update core.menu set data_authorize = ${on} where en_code in (${SCHEMED_MENUS.map((menu) => `'${menu}'`).join(', ')})`;

/** Where the n-th row lies: the first facility has half of everything, as in `copies`. */
const place = `case when n % 2 = 0 then '${MAIN_ORG}' else (select array_agg(id order by id) from ten.org)[1 + n / 2 % (select count(*)::int from ten.org)] end`;

/** Settled visits with their messages, and prescriptions of today that wait at each stage of the pharmacy. Needs `ten.org`. */
export function insuranceStatements(size) {
  const patient = `'ten-p' || (1 + (n - 1) % ${size.patients})`;
  const moment = momentOf(size.settlements);
  const messages = size.settlements * 2;
  // One in a thousand was begun and left, one in five thousand is in doubt; one patient has one such at a time.
  const state = `case when n <= ${size.settlements} / 2 then 'settled' when n % 5000 = 0 then 'review' when n % 1000 = 1 then 'presettled' when n % 50 = 2 then 'cancelled' else 'settled' end`;
  return [
    `insert into insurance.visit (id, org_id, patient_id, patient_name, psn_no, insutype, med_type, mdtrt_id, ipt_otp_no, state, begntime, created_at, doctor_name, search_grams)
       select 'ten-v' || lpad(n::text, 8, '0'), ${place}, ${patient}, coalesce(p.patient_name, 'SIM'), 'TPSN' || n, '390', '14', 'MD' || lpad(n::text, 9, '0'), 'TV' || lpad(n::text, 9, '0'), 'open',
         ${moment}, ${moment}, '医生', coalesce(rx.search_grams, '{}') from generate_series(1, ${size.settlements}) as n left join patient.patient as p on p.id = ${patient}
       left join prescription.prescription as rx on rx.id = 'ten-rx' || lpad(n::text, 8, '0')`,
    `insert into insurance.settlement (id, org_id, patient_id, patient_name, outpatient_code, state, insutype, med_type, psn_no, med_ins_mark, total, acct_used_flag, cert_type, visit_id,
         medfee, fund_pay, cash_pay, setl_id, settled_at, booked_at, bill_id, bill_no, operator_id, operator_name, language, lease_until, created_at, dp_numbers, search_grams)
       select 'ten-t' || lpad(n::text, 8, '0'), ${place}, ${patient}, coalesce(p.patient_name, 'SIM'), 'TEN' || lpad((1 + (n - 1) % ${size.patients})::text, 7, '0'), ${state}, '390', '14', 'TPSN' || n, '1', 30, '0', '02',
         'ten-v' || lpad(n::text, 8, '0'), 30, 20, 10, case when n % 1000 = 1 and n > ${size.settlements} / 2 then '' else 'SETL' || lpad(n::text, 9, '0') end, case when n % 1000 <> 1 then ${moment} end, case when n % 1000 <> 1 then ${moment} end,
         case when n % 1000 <> 1 then 'ten-b' || lpad(n::text, 8, '0') end, case when n % 1000 <> 1 then 'SFT' || lpad(n::text, 9, '0') else '' end, 'user-cashier', '收费员', 'zh', ${moment}, ${moment}, 'CFT' || lpad(n::text, 9, '0'), coalesce(rx.search_grams, '{}')
       from generate_series(1, ${size.settlements}) as n left join patient.patient as p on p.id = ${patient}
       left join prescription.prescription as rx on rx.id = 'ten-rx' || lpad(n::text, 8, '0')`,
    `insert into insurance.settlement_prescription (settlement_id, dp_id, dp_number, position)
       select 'ten-t' || lpad(n::text, 8, '0'), 'ten-rx' || lpad(n::text, 8, '0'), 'CFT' || lpad(n::text, 9, '0'), 0 from generate_series(1, ${size.settlements}) as n`,
    `insert into insurance.exchange (id, org_id, infno, msgid, state, patient_id, patient_name, settlement_id, operator_id, operator_name, sent_at, answered_at, ms, source, due_at, request, answer)
       select 'ten-e' || lpad(n::text, 8, '0'), ${place}, (array['2206', '2207', '2201', '2204'])[1 + n % 4], 'TM' || lpad(n::text, 24, '0'), case when n % 100 = 0 then 'refused' else 'success' end,
         case when n % 20 = 0 then null else ${patient} end, case when n % 20 = 0 then '' else 'SIM' end, 'ten-t' || lpad((1 + n / 2)::text, 8, '0'), 'user-cashier', '收费员',
         ${momentOf(messages)}, ${momentOf(messages)}, 120, 'server', ${momentOf(messages)}, '{}', '{}' from generate_series(1, ${messages}) as n`,
    // Old work is done; of today about a hundred wait, some at each stage.
    `update prescription.prescription set rx_status = 4 where id like 'ten-%' and rx_status = 1 and dp_date < (now() at time zone 'Asia/Shanghai')::date;
     update prescription.prescription set rx_status = (array[1, 2, 3])[1 + ascii(right(id, 1)) % 3] where id like 'ten-%' and dp_date >= (now() at time zone 'Asia/Shanghai')::date`,
  ];
}

/** For the connection that fills: no time limit, room to sort, and no checks of whole books per row. */
export const SETTINGS = "set statement_timeout = 0; set maintenance_work_mem = '512MB'; set work_mem = '128MB'; set session_replication_role = replica";

/** Statements that fill a database holding the demo data, each for `db.script`. */
export function fillStatements(size) {
  const patientOf = `'ten-p' || (1 + (n - 1) % ${size.patients})`;
  const codeOf = `'TEN' || lpad((1 + (n - 1) % ${size.patients})::text, 7, '0')`;
  return withoutIndexes(GROWN, [
    `create function ten.grams(text) returns text[] language sql immutable as
       $$select array_agg(distinct substr($1, at, size)) from generate_series(1, 3) size, generate_series(1, length($1) - size + 1) at$$;
     create function ten.letters(text) returns bigint language sql immutable as
       $$select bit_or(1::bigint << position(letter in 'abcdefghijklmnopqrstuvwxyz0123456789') - 1) from string_to_table($1, null) as letter$$`,
    ...[
      base('core.org', `id = '${MAIN_ORG}'`),
      base('patient.patient', `org_id = '${MAIN_ORG}' and merged_into is null`),
      base('prescription.prescription', `bill_id <> ''`),
      base('charging.bill', `kind = 'charge'`),
    ],
    `insert into core.org select made.* from generate_series(1, ${size.facilities - 3}) as n, ten.base_core_org as base,
       jsonb_populate_record(base.one, jsonb_build_object('id', 'org-t' || n, 'en_code', 'SIM.T' || n, 'full_name', 'SIM ' || n, 'sort_code', 10 + n)) as made;
     create table ten.org as select id from core.org where dialysis_center;
     insert into charging.receipt_series select id, 'SF' || upper(replace(id, 'org-', '')), 'TF' || upper(replace(id, 'org-', '')), 5, 'yyyyMMdd' from ten.org on conflict do nothing;
     insert into charging.facility select id, 'SIM', 'SIM', '' from ten.org on conflict do nothing`,
    // Patients: names and readings of the demo's, numbers of their own.
    copies('patient.patient', {
      n: size.patients,
      changes: `jsonb_build_object('id', 'ten-p' || n, 'org_id', org, 'outpatient_code', 'TEN' || lpad(n::text, 7, '0'), 'dialysis_no', 'TD' || n, 'bed', case when n % 20 = 0 then 'B' || n else '' end,
        'weekdays', case when n % 20 = 0 then to_jsonb((base.one).weekdays) else '[]'::jsonb end, 'patient_type', case when n % 20 = 0 then 'dialysis' else 'non-dialysis' end, 'psn_no', 'TPSN' || n,
        'idcard', '', 'phone', '', 'birthday', date '1930-01-01' + n % 28000, 'pinyin', (base.one).pinyin || md5(n::text), 'updated_at', now() - n * interval '40 minutes',
        'created_at', now() - n * interval '40 minutes', 'creator_id', 'user-' || n % 17,
        'search_grams', to_jsonb((base.one).search_grams || ten.grams('ten' || lpad(n::text, 7, '0'))),
        'search_letters', (base.one).search_letters | ten.letters('ten' || lpad(n::text, 7, '0')))`,
    }),
    copies('prescription.prescription', {
      n: size.prescriptions,
      changes: `jsonb_build_object('id', 'ten-rx' || lpad(n::text, 8, '0'), 'org_id', org, 'dp_number', 'CFT' || lpad(n::text, 9, '0'), 'patient_id', ${patientOf}, 'outpatient_code', ${codeOf},
        'bill_id', 'ten-b' || lpad(n::text, 8, '0'), 'dp_date', ${momentOf(size.prescriptions)}, 'created_at', ${momentOf(size.prescriptions)}, 'updated_at', ${momentOf(size.prescriptions)}, 'worker_id', 'user-' || n % 40,
        'search_grams', to_jsonb((base.one).search_grams || ten.grams('cft' || lpad(n::text, 9, '0'))))`,
    }),
    `create table ten.line as select row_number() over (order by id) as at, one from prescription.detail as one where stock_kept order by id limit ${GOODS}; create unique index on ten.line (at);
     insert into ten.line select ${GOODS} + row_number() over (order by id), one from prescription.detail as one where drug_type = '化验' order by id limit ${TESTS}`,
    `insert into prescription.detail select made.* from generate_series(1, ${size.prescriptions}) as n, generate_series(1, 3) as k, prescription.prescription as rx, ten.line as base,
       jsonb_populate_record(base.one, jsonb_build_object('id', 'ten-d' || n || '.' || k, 'org_id', rx.org_id, 'dp_id', rx.id, 'sort_code', k)) as made
     where rx.id = 'ten-rx' || lpad(n::text, 8, '0') and base.at = case when k = 3 and n % 4 = 0 then ${GOODS} + 1 + n / 4 % ${TESTS} else 1 + (n * 3 + k) % ${GOODS} end`,
    copies('charging.bill', {
      n: size.bills,
      changes: `jsonb_build_object('id', 'ten-b' || lpad(n::text, 8, '0'), 'org_id', org, 'bill_no', 'SFT' || lpad(n::text, 9, '0'), 'patient_id', ${patientOf}, 'outpatient_code', ${codeOf},
        'charged_at', ${momentOf(size.bills)}, 'business_day', ${dayOf(size.bills)}, 'origin', 'demo',
        'cashier_id', case when n % 2 = 0 then 'user-cashier' else 'user-till-' || org end, 'cashier_name', '收费员', 'line_count', 2, 'total', 30, 'west', 10, 'diag_treat', 20, 'assay', 0, 'consumables', 0, 'other', 0,
        'search_grams', to_jsonb((base.one).search_grams[1:24] || ten.grams('sft' || lpad(n::text, 9, '0'))))`,
    }),
    // One in a hundred was taken back as a whole.
    copies('charging.bill', {
      n: Math.floor(size.bills / 100),
      also: `join charging.bill as taken on taken.id = 'ten-b' || lpad((n * 100)::text, 8, '0')`,
      from: 'taken',
      changes: `jsonb_build_object('id', 'ten-r' || n, 'bill_no', 'TFT' || lpad(n::text, 9, '0'), 'kind', 'refund', 'reverses_id', taken.id, 'takes_last', true, 'total', -30, 'west', -10, 'diag_treat', -20,
        'reason', 'SIM', 'org_id', taken.org_id)`,
    }),
    `insert into charging.bill_prescription (bill_id, dp_id, dp_number, kind, worker_name, total, round)
       select id, 'ten-rx' || right(coalesce(reverses_id, id), 8), 'CFT0' || right(coalesce(reverses_id, id), 8), kind, '医生', total, 1 from charging.bill where id like 'ten-%'`,
    `insert into charging.bill_line (bill_id, line_no, dp_id, dp_number, detail_id, drug_id, drug_name, drug_spec, drug_type, medical_ins_code, quantity, quantity_unit, price, sub_total)
       select id, k, 'ten-rx' || right(coalesce(reverses_id, id), 8), 'CFT0' || right(coalesce(reverses_id, id), 8), 'ten-d' || right(coalesce(reverses_id, id), 8) || '.' || k,
         (array['drug-001', 'item-003'])[k], (array['肝素钠注射液', '血液透析滤过'])[k], '', (array['西药', '治疗'])[k], 'SIM', sign(total), '次', 10 * k, sign(total) * 10 * k
       from charging.bill, generate_series(1, 2) as k where id like 'ten-%'`,
    `insert into charging.payment (bill_id, seq, pay_way, amount, tendered, change)
       select id, 1, (array['cash', 'wechat', 'alipay', 'card'])[1 + ascii(right(id, 1)) % 4], total, total, 0 from charging.bill where id like 'ten-%'`,
    // Handed in day by day and cashier by cashier, but for those of today.
    `insert into charging.shift (id, shift_no, origin, org_id, cashier_id, cashier_name, opened_at, closed_at, business_day, charge_count, refund_count, charged, refunded, first_bill_no, last_bill_no,
         first_refund_no, last_refund_no, cash_expected, cash_counted)
       select 'ten-s' || n, 'JBT' || lpad(n::text, 9, '0'), 'demo', org_id, cashier_id, '收费员', opened, opened + interval '10 hours', business_day, charges, refunds, charged, refunded, '', '', '', '', 0, 0
       from (select row_number() over (order by business_day, org_id, cashier_id) as n, org_id, cashier_id, business_day, min(charged_at) as opened, count(*) filter (where total >= 0) as charges,
           count(*) filter (where total < 0) as refunds, sum(greatest(total, 0)) as charged, sum(least(total, 0)) as refunded
         from charging.bill where id like 'ten-%' and business_day < (now() at time zone 'Asia/Shanghai')::date group by org_id, cashier_id, business_day) as days`,
    `analyze charging.bill; analyze charging.shift`,
    `insert into charging.shift_bill select bill.id, shift.id from charging.bill join charging.shift using (org_id, cashier_id, business_day) where bill.id like 'ten-%' and shift.id like 'ten-%'`,
    `insert into charging.shift_way select id, 'cash', charged, refunded, charge_count + refund_count from charging.shift where id like 'ten-%'`,
    `truncate charging.day_total, charging.day_way;
     insert into charging.day_total (org_id, business_day, cashier_id, kind, reim_way, bills, total, west, diag_treat, assay)
       select org_id, business_day, cashier_id, kind, reim_way, count(*), sum(total), sum(west), sum(diag_treat), sum(assay) from charging.bill group by 1, 2, 3, 4, 5;
     insert into charging.day_way (org_id, business_day, cashier_id, kind, reim_way, pay_way, amount)
       select org_id, business_day, cashier_id, kind, reim_way, pay_way, sum(amount) from charging.bill join charging.payment on bill_id = id group by 1, 2, 3, 4, 5, 6`,
    `insert into charging.drawer_bill select id, org_id, cashier_id from charging.bill where id like 'ten-%' and business_day >= (now() at time zone 'Asia/Shanghai')::date;
     insert into charging.drawer select distinct org_id, cashier_id from charging.bill on conflict do nothing`,
    `insert into core.audit (seq, at, class, action, outcome, user_id, org_id, subject, subject_id, patient_id, request_id, body, hash)
       select 1000 + n, now() - (${size.audits} - n) * interval '5 minutes', (array['write', 'read', 'security'])[1 + n % 3], (array['charging.selfPay', 'patient.file', 'prescription.save'])[1 + n % 3], 'ok', 'user-' || n % 40, '${MAIN_ORG}',
         (array['bill', 'patient', 'prescription'])[1 + n % 3], 'ten-' || n, ${patientOf}, 'ten-req-' || n,
         '{"action":"charging.selfPay","after":{"billNo":"SFT' || n || '"},"ip":"127.0.0.1","userName":"SIM","path":"/api/his/charge"}', md5(n::text) from generate_series(1, ${size.audits}) as n;
     update core.audit_head set (seq, hash) = (select seq, hash from core.audit order by seq desc limit 1)`,
    `create table ten.lot as select row_number() over (order by id) as at, id, drug_id, drug_name from pharmacy.lot where org_id = '${MAIN_ORG}'; create unique index on ten.lot (at)`,
    `insert into pharmacy.movement (id, seq, org_id, lot_id, kind, quantity, balance, dp_id, dp_number, patient_name, detail_id, allocation_id, operator_id, operator_name, moved_at, business_day, note, origin, reason)
       overriding system value select 'ten-m' || n, 1000000 + n, '${MAIN_ORG}', lot.id, 'dispense', -1, 1000, 'ten-rx' || lpad((1 + n % ${size.prescriptions})::text, 8, '0'), 'CFT' || lpad((1 + n % ${size.prescriptions})::text, 9, '0'), 'SIM', 'ten-d' || n, 'ten-a' || n,
         'user-pharmacist', '药师', ${momentOf(size.movements)}, ${dayOf(size.movements)}, '', 'demo', ''
       from generate_series(1, ${size.movements}) as n join ten.lot as lot on lot.at = 1 + n % (select count(*)::int from ten.lot)`,
    `insert into pharmacy.allocation (id, org_id, dp_id, detail_id, lot_id, quantity, taken, released, returned, created_at, picked_by, picked_by_name)
       select 'ten-a' || d.id, d.org_id, d.dp_id, d.id, lot.id, 1, 1, 0, 0, now(), '', '' from prescription.detail as d join ten.lot as lot on lot.at = 1 + d.sort_code where d.id like 'ten-%' and d.stock_kept`,
    `insert into pharmacy.dispensing_step (id, seq, org_id, dp_id, action, rx_status, reason, operator_id, operator_name, acted_at, checks, partial)
       overriding system value select 'ten-ds' || id || k, 1000000 + row_number() over (), org_id, id, (array['review', 'dispense'])[k], 2 + k, '', 'user-pharmacist', '药师', dp_date, '{}', false from prescription.prescription, generate_series(1, 2) as k where id like 'ten-%'`,
    ...insuranceStatements(size),
    ...readers(),
  ]);
}

/** Without statistics the planner guesses; a database of ten years has been looked at by autovacuum long ago. */
export const STATISTICS = 'vacuum analyze';

/** Whether a database has been filled. */
export const FILLED =
  "select to_regclass('core.user_account') is not null and exists (select from pg_catalog.pg_class as t where t.oid = to_regclass('core.audit') and t.reltuples > 500000) as filled";

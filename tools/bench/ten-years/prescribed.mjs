/** So many days back each closed treatment has its prescription: the item, a dialyser, and a line of `fill.mjs`, in each fourth one a test. */
const PRESCRIBED_DAYS = 120;
const PRESCRIBED = `from dialysis_session.session as s where s.id like 'ten-ds%' and s.state = 5 and s.day > now()::date - ${PRESCRIBED_DAYS}`;
/** Prescriptions and lines of `fill.mjs` that those are copied from. */
const COPIED = 200;
const KEY = `'dialysis-session/' || s.id`;
const RX = `'ten-tr' || substr(s.id, 7)`;
/** A line of the demo of this kind and name, as JSON. */
const lineOf = (kind, name) => `(select to_jsonb(one) from prescription.detail as one where kind = '${kind}' and drug_name ~ '${name}' order by id limit 1)`;

/** Statements that write the prescriptions of the treatments of `care.mjs`, as a month of findings reads them. */
export const prescriptionsOfTreatments = () => [
  `insert into prescription.prescription select made.* from (select s.*, 1 + substr(s.id, 7)::int % ${COPIED} as at ${PRESCRIBED}) as s
     join prescription.prescription as base on base.id = 'ten-rx' || lpad(s.at::text, 8, '0') join patient.patient as p on p.id = s.patient_id
     cross join lateral jsonb_populate_record(base, jsonb_build_object('id', ${RX}, 'org_id', s.org_id, 'dp_number', 'CFTT' || lpad(substr(s.id, 7), 8, '0'), 'patient_id', p.id, 'patient_name', p.patient_name,
       'outpatient_code', p.outpatient_code, 'dp_date', s.created_at, 'created_at', s.created_at, 'updated_at', s.created_at, 'rx_status', 4)) as made`,
  `insert into prescription.detail select made.* from (select s.*, 1 + substr(s.id, 7)::int % ${COPIED} as at ${PRESCRIBED}) as s cross join generate_series(1, 3) as k
     join prescription.detail as base on base.id = 'ten-d' || s.at || '.' || k
     cross join (select ${lineOf('item', '血液透析|血液滤过|透析滤过')} as item, ${lineOf('material', '透析器|滤过器')} as dialyser) as other
     cross join lateral jsonb_populate_record(base, (case k when 1 then other.item when 2 then other.dialyser else '{}' end)
       || jsonb_build_object('id', ${RX} || '.' || k, 'org_id', s.org_id, 'dp_id', ${RX}, 'sort_code', k)) as made`,
  `insert into prescription.proposal (key, org_id, dp_id, lines, created_at, updated_at) select ${KEY}, s.org_id, ${RX}, '[]', s.created_at, s.created_at ${PRESCRIBED}`,
  `update dialysis_session.session as s set prescription_id = ${RX}, prescription_no = 'CFTT' || lpad(substr(s.id, 7), 8, '0') where s.id in (select substr(key, 18) from prescription.proposal where key like 'dialysis-session/ten-%')`,
];

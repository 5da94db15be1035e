-- What the hospital itself bears of a bill that an insurer settled, above a quota or a price cap: its own cost, nobody's money.
insert into charging.pay_way (code, kind, name_zh, name_zhtw, name_en, gives_change, needs_reference, sort_code, enabled) values
  ('insurance-hospital', 'other', '医院负担', '醫院負擔', 'Borne by the hospital', false, false, 92, false);

-- Which bills were taken back, as a whole or in part, is read off the index.
create index bill_refunded on charging.bill (org_id, takes_last, reverses_id) where kind = 'refund';
-- Bills are counted without reading them also where data schemes narrow them, and so are their patients.
drop index charging.bill_page;
create index bill_page on charging.bill (org_id, business_day desc, charged_at desc, id desc) include (line_count, total, patient_id, kind, cashier_id, reim_way);

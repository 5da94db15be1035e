-- Refunds are one bill in a hundred: a list of them, and of the bills that they take back, does not walk over all others.
create index bill_refunds on charging.bill (org_id, business_day desc, charged_at desc, id desc) where kind = 'refund';
-- The same over several facilities, where somebody looks for bills that may all lie in one of them.
create index bill_newest on charging.bill (business_day desc, charged_at desc, id desc);

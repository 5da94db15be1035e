-- Also those of a prescription that are over: what is settled anew knows the one before.
create index settlement_prescription_dp on insurance.settlement_prescription (dp_id);
-- A month that was settled learns its bill later.
create index settlement_month_bill on insurance.settlement (created_at) where month is not null and bill_id is null;

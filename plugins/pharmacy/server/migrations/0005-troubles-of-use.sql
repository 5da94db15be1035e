-- What something is wrong with among all that was used: few rows, asked for by month.
create index used_goods_trouble_idx on pharmacy.used_goods (org_id, used_on) where problems <> '{}';

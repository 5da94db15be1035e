-- How many rows a kind of the catalogue has, counted when a download ends: counting 200,000 of them at every look is slow.
alter table insurance.catalogue_version add column row_count integer not null default 0;

update insurance.catalogue_version v set row_count = found.total
from (
  select org_id, kind, count(*) as total from insurance.national_item group by org_id, kind
  union all select org_id, kind, count(*) from insurance.national_term group by org_id, kind
  union all select org_id, kind, count(*) from insurance.list_link group by org_id, kind
  union all select org_id, '1312', count(*) from insurance.list_entry group by org_id
  union all select org_id, '1318', count(*) from insurance.price_cap group by org_id
  union all select org_id, '1319', count(*) from insurance.own_share group by org_id
) found
where found.org_id = v.org_id and found.kind = v.kind;

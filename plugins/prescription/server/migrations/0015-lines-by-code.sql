-- Which lines hold a route or a frequency: the page of dictionaries asks, among those of ten years.
create index detail_usage on prescription.detail (drug_usage, org_id) where drug_usage <> '';
create index detail_interval on prescription.detail (drug_interval, org_id) where drug_interval <> '';

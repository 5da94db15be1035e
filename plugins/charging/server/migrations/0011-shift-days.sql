-- Closings of a day or a span of days are found by it, not among those of ten years.
create index shift_day on charging.shift (org_id, business_day, closed_at desc, id desc);

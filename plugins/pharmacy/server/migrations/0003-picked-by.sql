-- Who took a share from the shelf: of a controlled drug somebody else hands it out, share by share.
alter table pharmacy.allocation
  add column picked_by text not null default '',
  add column picked_by_name text not null default '';
-- A share was made in the same moment as the step of its picking.
update pharmacy.allocation a set picked_by = s.operator_id, picked_by_name = s.operator_name
  from pharmacy.dispensing_step s where s.dp_id = a.dp_id and s.action = 'pick' and s.acted_at = a.created_at;

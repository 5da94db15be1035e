-- An installation that skipped the version before 0013 had the table of interactions put in the place of the one that the catalogue's 0002-interaction-orders had
-- given these indexes.
do $$
begin
  create index if not exists interaction_by_ingredient_a_idx on catalogue.interaction (ingredient_a, id);
  create index if not exists interaction_by_ingredient_b_idx on catalogue.interaction (ingredient_b, id);
  create index if not exists interaction_by_level_idx on catalogue.interaction (level, id);
end $$;

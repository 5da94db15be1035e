create index interaction_by_ingredient_a_idx on catalogue.interaction (ingredient_a, id);
create index interaction_by_ingredient_b_idx on catalogue.interaction (ingredient_b, id);
create index interaction_by_level_idx on catalogue.interaction (level, id);

-- A pair is one whichever way round it is written. The command always looked for both ways; what stands there twice all the same counts once, the strictest.
delete from prescription.interaction as pair using prescription.interaction as other
  where pair.id <> other.id and pair.ingredient_a = other.ingredient_b and pair.ingredient_b = other.ingredient_a
    and (pair.enabled, array_position(array['info', 'reason', 'block'], pair.level), other.id) < (other.enabled, array_position(array['info', 'reason', 'block'], other.level), pair.id);
alter table prescription.interaction
  add column created_at timestamptz not null default now(),
  add column updated_at timestamptz not null default now(),
  add column search_grams text[] not null default '{}';
alter table prescription.interaction drop constraint interaction_ingredient_a_ingredient_b_key;
create unique index interaction_pair_idx on prescription.interaction (least(ingredient_a, ingredient_b), greatest(ingredient_a, ingredient_b));
create index interaction_search on prescription.interaction using gin (search_grams);

-- Search pieces of the pairs that are there, cut as the application cuts them; readings of Chinese come with their next change.
create function prescription.pieces(variadic texts text[]) returns text[] language plpgsql immutable as $$
declare
  grams text[] := '{}';
  run text;
  size integer;
begin
  foreach run in array regexp_split_to_array(
    regexp_replace(lower(normalize(array_to_string(texts, ' '), nfkc)), '([㐀-䶿一-鿿豈-﫿]+)', ' \1 ', 'g'), '[[:space:][:punct:]]+') loop
    size := case when run ~ '^[㐀-䶿一-鿿豈-﫿]' then 2 else 3 end;
    for length in 1 .. size loop
      for start in 1 .. char_length(run) - length + 1 loop
        grams := grams || substr(run, start, length);
      end loop;
    end loop;
  end loop;
  return grams;
end $$;
update prescription.interaction set search_grams = prescription.pieces(ingredient_a, ingredient_b, note);
drop function prescription.pieces(text[]);

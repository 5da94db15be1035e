-- Catalogues, prices, packages, diagnoses and interactions belong to the plugin `catalogue`, which runs before this one and took the tables over where they were as it
-- knows them (its 0001-catalogue). Left are those of a new database, which the migrations above have just made and nobody needs, and those of an installation that
-- skipped the version before this one: its rows go over now.
do $$
begin
  if to_regclass('prescription.catalogue') is null then
    return;
  end if;
  if not exists (select from prescription.catalogue) and not exists (select from prescription.price_proposal) and not exists (select from prescription.package)
    and not exists (select from prescription.diagnosis) and not exists (select from prescription.interaction) then
    return;
  end if;
  if exists (select from catalogue.entry) or exists (select from catalogue.price_proposal) or exists (select from catalogue.package)
    or exists (select from catalogue.diagnosis) or exists (select from catalogue.interaction) then
    raise exception 'The schemas prescription and catalogue both hold a catalogue. Nothing was changed; decide which rows count and empty the tables of the other.';
  end if;
  drop table catalogue.price_proposal_line, catalogue.price_withdrawal, catalogue.price, catalogue.price_proposal, catalogue.package_line, catalogue.package,
    catalogue.entry, catalogue.diagnosis, catalogue.interaction;
  drop function catalogue.refuse_price_change(), catalogue.refuse_proposal_change(), catalogue.refuse_proposal_line_change();
  perform catalogue.take_over();
end $$;
drop table if exists prescription.price_proposal_line;
drop table if exists prescription.catalogue_price_withdrawal;
drop table if exists prescription.catalogue_price;
drop table if exists prescription.price_proposal;
drop table if exists prescription.package_line;
drop table if exists prescription.package;
drop table if exists prescription.catalogue;
drop table if exists prescription.diagnosis;
drop table if exists prescription.interaction;
drop function if exists prescription.refuse_price_change(), prescription.refuse_proposal_change(), prescription.refuse_proposal_line_change();
drop function if exists catalogue.take_over(), catalogue.short_name(text);

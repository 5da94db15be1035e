-- Languages that a site adds. Each stands on one of the three that the product brings: what it does not say is said in that.
create table core.site_language (
  code text primary key check (code ~ '^[a-z]{2,3}(-[A-Za-z0-9]{2,8}){0,3}$' and code not in ('zh', 'zhtw', 'en')),
  name text not null,
  base text not null check (base in ('zh', 'zhtw', 'en')),
  enabled boolean not null default false
);
create trigger rights_of_site_language after insert or update or delete on core.site_language for each statement execute function core.raise_rights();
-- Wordings in those languages, too; '*' is said in every language that has no wording of its own: the name that a site gave an entry of a dictionary.
alter table core.site_text drop constraint site_text_language_check;
alter table core.site_text add constraint site_text_language_check check (language ~ '^([*]|[a-z]{2,4}(-[A-Za-z0-9]{2,8}){0,3})$');

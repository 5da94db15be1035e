-- A site's own wording of texts: in place of those of the shell ('core' of the server, 'shell' of the browser) and of plugins.
create table core.site_text (
  owner text not null,
  text_key text not null,
  language text not null check (language in ('zh', 'zhtw', 'en')),
  wording text not null,
  primary key (owner, text_key, language)
);
create trigger rights_of_site_text after insert or update or delete on core.site_text for each statement execute function core.raise_rights();

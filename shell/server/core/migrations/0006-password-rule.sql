-- The default for new passwords became the specification's rule. Systems that are in use keep the stricter one, which was theirs.
insert into core.setting (key, value)
select 'passwordPolicy', '"level3"'::jsonb
where exists (select 1 from core.user_account where password_hash is not null) and not exists (select 1 from core.setting where key in ('demo', 'passwordPolicy'));

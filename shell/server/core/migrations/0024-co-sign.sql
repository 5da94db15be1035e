-- A second person signs at somebody else's device: with the password, or with a short number that is good for this alone.
create table core.sign_pin (
  user_id text primary key references core.user_account (id) on delete cascade,
  -- slow hash, sealed with the key of the installation: so short a number is guessed in no time by whoever has the hash
  pin_sealed text not null,
  set_at timestamptz not null
);

alter table core.one_time_ticket drop constraint one_time_ticket_purpose_check;
alter table core.one_time_ticket add constraint one_time_ticket_purpose_check check (purpose in ('session', 'download', 'play', 'co-sign'));

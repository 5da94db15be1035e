-- The key that this site signs its bundles with, sealed.
create table system.bundle_key (name varchar(20) primary key, public_key varchar(500) not null, sealed_key varchar(2000) not null, made_at timestamptz not null);

-- Other sites whose bundles are taken: a system administrator compared their fingerprint.
create table system.bundle_signer (
  fingerprint varchar(64) primary key, public_key varchar(500) not null, site_name varchar(100) not null,
  confirmed_by varchar(100) not null, confirmed_at timestamptz not null
);

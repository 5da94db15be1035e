import { expect, it } from 'vitest';
import { assertSiteStatement } from './site-tables.ts';

it.each([
  'create table "site"."ward" ("id" integer not null, primary key ("id"))',
  'alter table "site"."ward" rename to "room"',
  `comment on table "site"."ward" is 'a; -- $1 /* it''s'`,
  'drop table "site"."ward"',
])('changes a table of the site: %s', (statement) => expect(() => assertSiteStatement(statement)).not.toThrow());

it.each([
  'drop table "core"."user_account"',
  'drop table site.ward',
  'drop table "site"."a", "core"."user_account" --',
  'drop table "site"."a"; drop schema core',
  'create table "site"."a" as select * from core.user_account; commit',
  'drop schema "site"',
  'create function "site"."f"() returns int as $$ select 1 $$ language sql',
  'delete from "site"."ward"',
  ' drop table "site"."a"',
])('is none: %s', (statement) => expect(() => assertSiteStatement(statement)).toThrow());

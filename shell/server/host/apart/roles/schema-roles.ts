import { sql } from 'kysely';
import type { Log } from '@nephra/plugin-sdk/server';
import type { Database } from '../../../db/index.ts';

/** A package from outside, as far as the database is concerned. */
export interface RoleOwner {
  readonly id: string;
  readonly schema: string;
  /** Tables of others that the hospital opened to it: `core.org`, or `site.*`. */
  readonly opened: ReadonlySet<string>;
}

const MAX_SCHEMA_IN_NAME = 40;
const named = (name: string) => sql.id(name);

/** Schemas that are a package's as a whole, single tables of others, and the schemas that these stand in. */
function placesOf(schema: string, opened: ReadonlySet<string>): { readonly whole: string[]; readonly tables: string[]; readonly spaces: string[] } {
  const whole = [schema, ...[...opened].flatMap((one) => (one.endsWith('.*') ? [one.slice(0, -2)] : []))];
  const tables = [...opened].filter((one) => !one.endsWith('.*'));
  return { whole, tables, spaces: [...new Set(tables.map((one) => one.slice(0, one.indexOf('.'))))] };
}

/**
 * The fence behind the parser, on a server: each package from outside runs its statements as a role of its own, which nobody can sign in with and
 * which may touch its schema and what was opened to it. The embedded engine has one user; there the parser stands alone.
 */
export class SchemaRoles {
  readonly #database: Database;
  readonly #log: Log;
  readonly #users = new Map<string, number>();
  #hasSaid = false;
  #oid: string | undefined;

  constructor(database: Database, log: Log) {
    this.#database = database;
    this.#log = log;
  }

  /**
   * Makes the role of a package where there is none, and gives it anew what it may touch: once its tables are there.
   * @returns its name; undefined where there can be none
   */
  async take({ id, schema, opened }: RoleOwner): Promise<string | undefined> {
    if (this.#database.engine !== 'postgres') return undefined;
    const name = await this.#nameFor(schema);
    const role = (await this.#holds(name, schema, opened)) ? name : await this.#give(name, schema, opened);
    if (role === undefined) this.#say(id);
    else this.#users.set(role, (this.#users.get(role) ?? 0) + 1);
    return role;
  }

  async #give(name: string, schema: string, opened: ReadonlySet<string>): Promise<string | undefined> {
    return await this.#alone(async () => {
      if (!(await this.#isThere(name))) {
        if (!(await this.#mayCreate())) return undefined;
        await this.#run(sql`create role ${named(name)} nologin noinherit`);
        await this.#run(sql`grant ${named(name)} to current_user`);
      }
      await this.#run(sql`drop owned by ${named(name)}`);
      await this.#grant(name, schema, opened);
      return name;
    });
  }

  /**
   * Whether the catalogue says that a role is there and may do what it is to, no more and no less: most starts find it so, and each grant would be a
   * round trip of its own.
   */
  async #holds(name: string, schema: string, opened: ReadonlySet<string>): Promise<boolean> {
    const { whole, tables, spaces } = placesOf(schema, opened);
    const [row] = await this.#rows<{ holds: boolean }>(sql`
      with its as (select oid from pg_catalog.pg_roles where rolname = ${name}),
        wanted as (
          select 'pg_catalog.pg_namespace'::regclass::oid as kind, oid, 'USAGE' as may
            from pg_catalog.pg_namespace where nspname = any(${[...whole, ...spaces]}::text[])
          union all
          select 'pg_catalog.pg_class'::regclass::oid, class.oid,
              case when class.relkind = 'S' then 'SELECT,USAGE' else 'DELETE,INSERT,SELECT,UPDATE' end
            from pg_catalog.pg_class class join pg_catalog.pg_namespace space on space.oid = class.relnamespace
            where space.nspname = any(${whole}::text[]) and class.relkind in ('r', 'p', 'v', 'm', 'f', 'S')
              or space.nspname = any(${spaces}::text[]) and space.nspname || '.' || class.relname = any(${tables}::text[])
        ),
        named as (
          select depend.* from pg_catalog.pg_shdepend depend join its on its.oid = depend.refobjid
            where depend.refclassid = 'pg_catalog.pg_authid'::regclass
              and depend.dbid in (0, (select oid from pg_catalog.pg_database where datname = current_database()))
        ),
        given as (
          select named.classid as kind, named.objid as oid, acl.privilege_type as may
            from named join pg_catalog.pg_namespace space on named.classid = 'pg_catalog.pg_namespace'::regclass and space.oid = named.objid
              cross join lateral pg_catalog.aclexplode(space.nspacl) acl join its on its.oid = acl.grantee
          union all
          select named.classid, named.objid, acl.privilege_type
            from named join pg_catalog.pg_class class on named.classid = 'pg_catalog.pg_class'::regclass and named.objsubid = 0 and class.oid = named.objid
              cross join lateral pg_catalog.aclexplode(class.relacl) acl join its on its.oid = acl.grantee
        ),
        has as (select kind, oid, string_agg(may, ',' order by may collate "C") as may from given group by kind, oid)
      select exists (select from its) and not exists (select * from wanted except select * from has)
        and not exists (select * from has except select * from wanted)
        and (select count(*) from named) = (select count(*) from has) as holds`);
    return row?.holds === true;
  }

  /** One version of the package runs no more. @param goes the package itself is off or gone: with the last version its role goes, too */
  async leave(role: string | undefined, goes: boolean): Promise<void> {
    if (role === undefined) return;
    const left = (this.#users.get(role) ?? 1) - 1;
    this.#users.set(role, left);
    if (left > 0 || !goes) return;
    try {
      await this.#alone(async () => {
        if (!(await this.#isThere(role))) return;
        await this.#run(sql`drop owned by ${named(role)}`);
        await this.#run(sql`drop role ${named(role)}`);
      });
    } catch (error) {
      this.#log.warn({ err: error, role }, 'the database role of a plugin could not be removed');
    }
  }

  /** Roles belong to the whole server, and several of these databases may live in one; its number stays as long as it is there. */
  async #nameFor(schema: string): Promise<string> {
    this.#oid ??= (await this.#rows<{ oid: string }>(sql`select oid::text as oid from pg_catalog.pg_database where datname = current_database()`))[0]?.oid;
    return `nephra_${this.#oid ?? '0'}_${schema.slice(0, MAX_SCHEMA_IN_NAME)}`;
  }

  async #isThere(role: string): Promise<boolean> {
    return (await this.#rows(sql`select 1 as one from pg_catalog.pg_roles where rolname = ${role}`)).length > 0;
  }

  async #mayCreate(): Promise<boolean> {
    const [row] = await this.#rows<{ may: boolean }>(sql`select rolsuper or rolcreaterole as may from pg_catalog.pg_roles where rolname = current_user`);
    return row?.may === true;
  }

  async #grant(role: string, schema: string, opened: ReadonlySet<string>): Promise<void> {
    const { whole, tables, spaces } = placesOf(schema, opened);
    const there = await this.#rows<{ name: string }>(sql`select nspname as name from pg_catalog.pg_namespace where nspname = any(${whole})`);
    for (const { name } of there) {
      await this.#run(sql`grant usage on schema ${named(name)} to ${named(role)}`);
      await this.#run(sql`grant select, insert, update, delete on all tables in schema ${named(name)} to ${named(role)}`);
      await this.#run(sql`grant usage, select on all sequences in schema ${named(name)} to ${named(role)}`);
    }
    for (const space of spaces) await this.#run(sql`grant usage on schema ${named(space)} to ${named(role)}`);
    for (const table of tables) await this.#run(sql`grant select, insert, update, delete on table ${sql.id(...table.split('.'))} to ${named(role)}`);
  }

  /** One after another, those of other servers included: grants of two at once meet in the same rows of the catalogue. */
  async #alone<T>(work: () => Promise<T>): Promise<T> {
    return await this.#database.transaction(async () => {
      await this.#run(sql`select id from core.migration_lock where id = 1 for update`);
      return await work();
    });
  }

  async #rows<Row>(query: ReturnType<typeof sql>): Promise<readonly Row[]> {
    return (await query.execute(this.#database.kysely)).rows as readonly Row[];
  }

  async #run(query: ReturnType<typeof sql>): Promise<void> {
    await query.execute(this.#database.kysely);
  }

  #say(plugin: string): void {
    if (this.#hasSaid) return;
    this.#hasSaid = true;
    this.#log.warn(
      { plugin },
      'statements of packages from outside are kept in by the parser alone: the user of the database may create no roles (alter role … createrole)',
    );
  }
}

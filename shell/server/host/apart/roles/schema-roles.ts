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

/**
 * The fence behind the parser, on a server: each package from outside runs its statements as a role of its own, which nobody can sign in with and
 * which may touch its schema and what was opened to it. The embedded engine has one user; there the parser stands alone.
 */
export class SchemaRoles {
  readonly #database: Database;
  readonly #log: Log;
  readonly #users = new Map<string, number>();
  #hasSaid = false;

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
    const role = await this.#alone(async () => {
      const name = await this.#nameFor(schema);
      if (!(await this.#isThere(name))) {
        if (!(await this.#mayCreate())) return undefined;
        await this.#run(sql`create role ${named(name)} nologin noinherit`);
        await this.#run(sql`grant ${named(name)} to current_user`);
      }
      await this.#run(sql`drop owned by ${named(name)}`);
      await this.#grant(name, schema, opened);
      return name;
    });
    if (role === undefined) this.#say(id);
    else this.#users.set(role, (this.#users.get(role) ?? 0) + 1);
    return role;
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

  /** Roles belong to the whole server, and several of these databases may live in one. */
  async #nameFor(schema: string): Promise<string> {
    const [row] = await this.#rows<{ oid: string }>(sql`select oid::text as oid from pg_catalog.pg_database where datname = current_database()`);
    return `nephra_${row?.oid ?? '0'}_${schema.slice(0, MAX_SCHEMA_IN_NAME)}`;
  }

  async #isThere(role: string): Promise<boolean> {
    return (await this.#rows(sql`select 1 as one from pg_catalog.pg_roles where rolname = ${role}`)).length > 0;
  }

  async #mayCreate(): Promise<boolean> {
    const [row] = await this.#rows<{ may: boolean }>(sql`select rolsuper or rolcreaterole as may from pg_catalog.pg_roles where rolname = current_user`);
    return row?.may === true;
  }

  async #grant(role: string, schema: string, opened: ReadonlySet<string>): Promise<void> {
    const schemas = [schema, ...[...opened].flatMap((one) => (one.endsWith('.*') ? [one.slice(0, -2)] : []))];
    const there = await this.#rows<{ name: string }>(sql`select nspname as name from pg_catalog.pg_namespace where nspname = any(${schemas})`);
    for (const { name } of there) {
      await this.#run(sql`grant usage on schema ${named(name)} to ${named(role)}`);
      await this.#run(sql`grant select, insert, update, delete on all tables in schema ${named(name)} to ${named(role)}`);
      await this.#run(sql`grant usage, select on all sequences in schema ${named(name)} to ${named(role)}`);
    }
    const tables = [...opened].filter((one) => !one.endsWith('.*')).map((one) => one.split('.') as [string, string]);
    for (const space of new Set(tables.map(([one]) => one))) await this.#run(sql`grant usage on schema ${named(space)} to ${named(role)}`);
    for (const [space, table] of tables) await this.#run(sql`grant select, insert, update, delete on table ${sql.id(space, table)} to ${named(role)}`);
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

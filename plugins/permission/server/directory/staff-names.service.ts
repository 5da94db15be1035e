import { AppError, EnvelopeCode } from '@nephra/plugin-sdk/contract';
import type { ServerContext, StaffMeaning, StaffNames } from '@nephra/plugin-sdk/server';
import type { Ctx, PermissionDb } from '../permission-call.ts';
import { positionTable } from '../tables/position.table.ts';
import { type DirectoryContext, directoryContext } from './directory-context.ts';
import { groupEntries } from './groups.query.ts';
import { namesOf, peopleCalled, visibleIds } from './people.query.ts';
import { visibleRoles } from './role-tree.query.ts';
import { departmentEntries, departmentsUp, orgEntries, pathsOf } from './units.query.ts';

type Caller = Parameters<StaffNames['texts']>[0];
type Of = Parameters<StaffNames['texts']>[1];

/** An entry as a workbook may name it. */
interface Named {
  readonly id: string;
  readonly text: string;
  /** Further texts, the surest first. */
  readonly others: readonly string[];
}

/** Entries of a kind that the caller sees, people aside. */
async function entriesOf(directory: DirectoryContext, of: Exclude<Of, 'user'>): Promise<Named[]> {
  switch (of) {
    case 'organize':
    case 'department': {
      const orgs = await orgEntries(directory);
      const departments = of === 'department' ? await departmentEntries(directory, { orgIds: orgs.map(({ id }) => id) }) : [];
      const pathOf = pathsOf([...orgs, ...departments]);
      return (of === 'department' ? departments : orgs).map(({ id, enCode, fullName }) => ({ id, text: pathOf(id), others: [enCode, fullName] }));
    }
    case 'position': {
      const rows = await positionTable.select(directory, 'p').orderBy('p.sortCode').orderBy('p.id').execute();
      const departments = await departmentsUp(directory, [...new Set(rows.flatMap(({ departmentId }) => departmentId ?? []))]);
      const pathOf = pathsOf([...(await orgEntries(directory)), ...departments]);
      return rows.map(({ id, fullName, enCode, departmentId, orgId }) => {
        const place = (departmentId !== null && pathOf(departmentId)) || pathOf(orgId);
        return { id, text: place === '' ? fullName : `${place}/${fullName}`, others: [enCode, fullName] };
      });
    }
    case 'role':
      return (await visibleRoles(directory)).map(({ entry: { id, fullName, enCode } }) => ({ id, text: fullName, others: [enCode] }));
    case 'userGroup':
      return (await groupEntries(directory)).map(({ id, fullName, enCode = '' }) => ({ id, text: fullName, others: [enCode] }));
    default:
      throw new AppError('core.invalid', { code: EnvelopeCode.Invalid, params: { kind: of satisfies never } });
  }
}

/** What each text means: the whole text goes before a code, a code before a name. */
export function meaningsOf(entries: readonly Named[], texts: readonly string[]): StaffMeaning[] {
  const byRank = [0, 1, 2].map((rank) => {
    const found = new Map<string, string[]>();
    for (const { id, text, others } of entries) {
      const key = [text, ...others][rank] ?? '';
      if (key !== '') found.set(key, [...(found.get(key) ?? []), id]);
    }
    return found;
  });
  return texts.map((text) => {
    const ids = byRank.map((found) => found.get(text.trim())).find((one) => one !== undefined) ?? [];
    if (ids.length > 1) return { several: ids.length };
    return ids[0] === undefined ? undefined : { id: ids[0] };
  });
}

/** Names of the staff directory for records of other plugins, as their caller sees it. */
export function staffNamesFor(own: ServerContext<PermissionDb>): StaffNames {
  const directoryOf = ({ log, user, dataScope }: Caller): Promise<DirectoryContext> =>
    directoryContext({ db: own.db, pluginId: own.pluginId, language: user.language, log, user, dataScope } as Ctx);
  return {
    async texts(caller, of, ids) {
      const directory = await directoryOf(caller);
      if (of === 'user') return new Map((await namesOf(directory, ids)).map(({ id, fullName }) => [id, fullName]));
      const wanted = new Set(ids);
      return new Map((await entriesOf(directory, of)).filter(({ id }) => wanted.has(id)).map(({ id, text }) => [id, text]));
    },
    async read(caller, of, texts) {
      if (texts.length === 0) return [];
      const directory = await directoryOf(caller);
      if (of !== 'user') return meaningsOf(await entriesOf(directory, of), texts);
      const people = await peopleCalled(directory, texts);
      return meaningsOf(
        people.map(({ id, account, real_name }) => ({ id, text: `${real_name}/${account}`, others: [account, real_name] })),
        texts,
      );
    },
    async has(caller, of, id) {
      const directory = await directoryOf(caller);
      if (of === 'user') return (await visibleIds(directory, [id])).length > 0;
      return (await entriesOf(directory, of)).some((entry) => entry.id === id);
    },
  };
}

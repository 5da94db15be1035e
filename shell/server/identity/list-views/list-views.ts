import { AppError, EnvelopeCode, type Language } from '@nephra/plugin-sdk/contract';
import type { Clock } from '@nephra/plugin-sdk/server';
import { type Kysely, sql } from 'kysely';
import type { Audience, ListView, NamedAudience, ViewContent } from '../../../contract/index.ts';
import { MAX_VIEW_FILTER, MAX_VIEWS, MAX_VIEWS_OF_PERSON } from '../../../../plugin-sdk/contract/list-view/list-view-limits.ts';
import { groupBy } from '../../core/group-by.ts';
import type { CoreTables } from '../../tables/tables.ts';
import { manages, mayShareWith } from './audience.ts';
import { meantFor, namedAudience, reachOf, stored, type Viewer } from './audience-names.ts';

/** Views of one list that somebody is shown at most. */
const MAX_SHOWN = 500;

const unknown = (): AppError => new AppError('core.view-unknown', { code: EnvelopeCode.NotFound });

/** What the audit log keeps of a view. */
export interface ViewFacts {
  readonly moduleId: string;
  readonly name: string;
  readonly audiences: readonly NamedAudience[];
}

interface OwnView extends ViewFacts {
  readonly id: string;
}

/** Saved views of lists: everybody's own, and those that are shared. Which rows and columns a list shows is decided elsewhere, view or not. */
export class ListViews {
  readonly #db: Kysely<CoreTables>;
  readonly #clock: Clock;
  readonly #newId: () => string;

  constructor(db: Kysely<CoreTables>, clock: Clock, newId: () => string) {
    this.#db = db;
    this.#clock = clock;
    this.#newId = newId;
  }

  /** Own ones in their order, then those of others, by name. @param mayShare the viewer has the right to share */
  async list(viewer: Viewer, moduleId: string, mayShare: boolean): Promise<ListView[]> {
    const rows = await this.#visible(viewer)
      .where('view.module_id', '=', moduleId)
      .orderBy(sql`view.user_id <> ${viewer.userId}`)
      .orderBy(sql`case when view.user_id = ${viewer.userId} then view.sort_code else 0 end`)
      .orderBy('view.name')
      .orderBy('view.id')
      .limit(MAX_SHOWN)
      .execute();
    return await this.#told(rows, viewer, mayShare);
  }

  /** Id of the view that the list opens with, where the viewer still sees it. */
  async chosen(viewer: Viewer, moduleId: string): Promise<string> {
    const row = await this.#visible(viewer)
      .innerJoin('core.list_view_choice as choice', 'choice.view_id', 'view.id')
      .where('choice.user_id', '=', viewer.userId)
      .where('choice.module_id', '=', moduleId)
      .where('view.module_id', '=', moduleId)
      .executeTakeFirst();
    return row?.id ?? '';
  }

  /**
   * What a list opens with.
   * @param asked id of a view; empty: the chosen one. One of another list of the page is none of this one's business
   * @returns `refused`: there is none, or it is not shared with the viewer
   */
  async opening(viewer: Viewer, moduleId: string, asked: string, mayShare: boolean): Promise<ListView | null | 'refused'> {
    const wanted = asked === '' ? await this.chosen(viewer, moduleId) : asked;
    if (wanted === '') return null;
    const row = await this.#visible(viewer).where('view.id', '=', wanted).executeTakeFirst();
    if (!row) return 'refused';
    if (row.module_id !== moduleId) return await this.opening(viewer, moduleId, '', mayShare);
    return (await this.#told([row], viewer, mayShare))[0] ?? null;
  }

  /** @throws AppError `core.too-many-views`, `core.view-name-taken`, `core.view-name-empty`, `core.view-too-large` */
  async create(viewer: Viewer, moduleId: string, given: { readonly name: string; readonly content: ViewContent }): Promise<ListView> {
    const { userId } = viewer;
    const { name, content } = checkedView(given);
    const { here, all, last } = await this.#db
      .selectFrom('core.list_view')
      .select(({ fn, eb }) => [
        fn.countAll<string>().filterWhere('module_id', '=', moduleId).as('here'),
        fn.countAll<string>().as('all'),
        fn.coalesce(fn.max('sort_code'), eb.lit(0)).as('last'),
      ])
      .where('user_id', '=', userId)
      .executeTakeFirstOrThrow();
    if (Number(here) >= MAX_VIEWS) throw new AppError('core.too-many-views', { params: { max: MAX_VIEWS } });
    if (Number(all) >= MAX_VIEWS_OF_PERSON) throw new AppError('core.too-many-views-in-all', { params: { max: MAX_VIEWS_OF_PERSON } });
    await this.#assertFree(userId, moduleId, name, '');
    const id = this.#newId();
    const row = { id, user_id: userId, module_id: moduleId, name, content: JSON.stringify(content), sort_code: last + 1, updated_at: this.#clock.now() };
    await this.#db.insertInto('core.list_view').values(row).execute();
    const [told] = await this.#told(await this.#visible(viewer).where('view.id', '=', id).execute(), viewer, false);
    if (!told) throw new Error('the view that was just written is not there');
    return told;
  }

  /** @throws AppError as `create`, `core.view-unknown`, `core.view-shared`. @returns what was before and is now */
  async change(
    viewer: Viewer,
    id: string,
    given: { readonly name: string; readonly content: ViewContent },
    mayShare: boolean,
  ): Promise<[ViewFacts, ViewFacts]> {
    const before = await this.#own(viewer, id);
    if (!before) throw unknown();
    assertChangeable(before, mayShare);
    const { name, content } = checkedView(given);
    await this.#assertFree(viewer.userId, before.moduleId, name, id);
    await this.#db
      .updateTable('core.list_view')
      .set({ name, content: JSON.stringify(content), updated_at: this.#clock.now() })
      .where('id', '=', id)
      .execute();
    return [factsOf(before), { ...factsOf(before), name }];
  }

  /** @throws AppError `core.view-shared`. @returns what is gone; undefined where nothing of the viewer's was there */
  async remove(viewer: Viewer, id: string, mayShare: boolean): Promise<ViewFacts | undefined> {
    const before = await this.#own(viewer, id);
    if (!before) return undefined;
    assertChangeable(before, mayShare);
    await this.#db.deleteFrom('core.list_view').where('id', '=', id).execute();
    return factsOf(before);
  }

  /** @throws AppError `core.view-unknown`, `core.share-beyond`. @returns what was before and is now */
  async share(viewer: Viewer, id: string, audiences: readonly Audience[]): Promise<[ViewFacts, ViewFacts]> {
    const row = await this.#db.selectFrom('core.list_view').select(['id', 'user_id', 'module_id', 'name']).where('id', '=', id).forUpdate().executeTakeFirst();
    if (!row) throw unknown();
    const [before, reach] = [await this.#audiencesOf([id], null), await reachOf(this.#db, viewer)];
    const shared = { mine: row.user_id === viewer.userId, audiences: before };
    if (!manages(shared, reach)) throw unknown();
    if (!mayShareWith(shared, audiences, reach)) throw new AppError('core.share-beyond', { code: EnvelopeCode.Forbidden });
    await this.#db.deleteFrom('core.list_view_share').where('view_id', '=', id).execute();
    const shares = [...new Map(audiences.map((one) => [`${one.orgId}/${one.roleId}`, { view_id: id, ...stored(one) }])).values()];
    if (shares.length > 0) await this.#db.insertInto('core.list_view_share').values(shares).execute();
    const facts = { moduleId: row.module_id, name: row.name };
    return [
      { ...facts, audiences: before },
      { ...facts, audiences: await this.#audiencesOf([id], null) },
    ];
  }

  /** @param id empty: the list opens as it is. @throws AppError `core.view-unknown` */
  async choose(viewer: Viewer, moduleId: string, id: string): Promise<void> {
    const { userId } = viewer;
    if (id === '') {
      await this.#db.deleteFrom('core.list_view_choice').where('user_id', '=', userId).where('module_id', '=', moduleId).execute();
      return;
    }
    const row = await this.#visible(viewer).where('view.id', '=', id).where('view.module_id', '=', moduleId).executeTakeFirst();
    if (!row) throw unknown();
    await this.#db
      .insertInto('core.list_view_choice')
      .values({ user_id: userId, module_id: moduleId, view_id: id })
      .onConflict((conflict) => conflict.columns(['user_id', 'module_id']).doUpdateSet({ view_id: id }))
      .execute();
  }

  /** Own ones that are not named go on as they were, behind the others. */
  async order({ userId }: Viewer, moduleId: string, ids: readonly string[]): Promise<void> {
    await sql`
      update core.list_view as view set sort_code = coalesce(array_position(${[...ids]}::text[], view.id), ${ids.length} + least(view.sort_code, 1000000))
      where view.user_id = ${userId} and view.module_id = ${moduleId}`.execute(this.#db);
  }

  #visible(viewer: Viewer) {
    return this.#db
      .selectFrom('core.list_view as view')
      .innerJoin('core.user_account as owner', 'owner.id', 'view.user_id')
      .select(['view.id', 'view.user_id', 'view.module_id', 'view.name', 'view.content', 'owner.real_name as owner_name'])
      .where(
        sql<boolean>`(view.user_id = ${viewer.userId}
          or exists (select 1 from core.list_view_share as share where share.view_id = view.id and ${meantFor(viewer, 'share')}))`,
      );
  }

  async #told(
    rows: readonly { id: string; user_id: string; name: string; content: ViewContent; owner_name: string }[],
    viewer: Viewer,
    mayShare: boolean,
  ): Promise<ListView[]> {
    const ids = rows.map(({ id }) => id);
    const [audiences, reach] = await Promise.all([this.#audiencesOf(ids, viewer.language), mayShare ? reachOf(this.#db, viewer) : undefined]);
    const byView = groupBy(audiences, ({ viewId }) => viewId);
    return rows.map(({ id, user_id, name, content, owner_name }) => {
      const mine = user_id === viewer.userId;
      const meant = (byView.get(id) ?? []).map(({ viewId: _, ...one }) => one);
      const managed = manages({ mine, audiences: meant }, reach);
      return { id, name, content, mine, ownerName: owner_name, shared: meant.length > 0, audiences: mine || managed ? meant : [], manages: managed };
    });
  }

  async #audiencesOf(ids: readonly string[], language: Language | null): Promise<(NamedAudience & { readonly viewId: string })[]> {
    if (ids.length === 0) return [];
    const rows = await this.#db
      .selectFrom('core.list_view_share as share')
      .leftJoin('core.org as org', 'org.id', 'share.org_id')
      .leftJoin('core.role as role', 'role.id', 'share.role_id')
      .select(['share.view_id', 'share.org_id', 'share.role_id', 'org.full_name as org_name', 'role.full_name as role_name', 'role.en_code as role_code'])
      .where('share.view_id', '=', sql<string>`any(${[...ids]})`)
      .orderBy('org.sort_code')
      .orderBy('org.id')
      .orderBy('role.sort_code')
      .orderBy('role.id')
      .execute();
    return rows.map((row) => ({ viewId: row.view_id, ...namedAudience(row, language) }));
  }

  async #own({ userId }: Viewer, id: string): Promise<OwnView | undefined> {
    const row = await this.#db
      .selectFrom('core.list_view')
      .select(['id', 'module_id', 'name'])
      .where('id', '=', id)
      .where('user_id', '=', userId)
      .forUpdate()
      .executeTakeFirst();
    return row && { id: row.id, moduleId: row.module_id, name: row.name, audiences: await this.#audiencesOf([id], null) };
  }

  async #assertFree(userId: string, moduleId: string, name: string, except: string): Promise<void> {
    const taken = await this.#db
      .selectFrom('core.list_view')
      .select('id')
      .where('user_id', '=', userId)
      .where('module_id', '=', moduleId)
      .where('name', '=', name)
      .where('id', '<>', except)
      .executeTakeFirst();
    if (taken) throw new AppError('core.view-name-taken', { code: EnvelopeCode.Invalid, params: { name }, fields: [{ path: 'name', msg: '' }] });
  }
}

const factsOf = ({ moduleId, name, audiences }: OwnView): ViewFacts => ({ moduleId, name, audiences });

function assertChangeable({ audiences, name }: OwnView, mayShare: boolean): void {
  if (audiences.length > 0 && !mayShare) throw new AppError('core.view-shared', { code: EnvelopeCode.Forbidden, params: { name } });
}

/** @throws AppError `core.view-name-empty`, `core.view-too-large` */
export function checkedView<V extends { readonly name: string; readonly content: ViewContent }>({ name, content }: V): { name: string; content: ViewContent } {
  const trimmed = name.trim();
  if (trimmed === '') throw new AppError('core.view-name-empty', { code: EnvelopeCode.Invalid, fields: [{ path: 'name', msg: '' }] });
  if (JSON.stringify(content.filter).length > MAX_VIEW_FILTER) throw new AppError('core.view-too-large', { code: EnvelopeCode.Invalid });
  return { name: trimmed, content };
}

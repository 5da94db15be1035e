import type { Static } from 'typebox';
import { defineService } from '../../contract/index.ts';
import type { columnSetting, ViewContent } from '../../contract/list-view/list-view.schema.ts';
import type { SessionUser } from '../context.ts';

/** People whom a layout is meant for, named by codes. */
export interface CodedAudience {
  /** enCode of the organisation, with those below it; empty: all. */
  readonly orgCode: string;
  /** enCode of the role; empty: whatever their roles are. */
  readonly roleCode: string;
}

/** Columns that people find in a list until they arrange their own. */
export interface DefaultColumns extends CodedAudience {
  /** Id of the menu, with `:` and the list where its page has several. */
  readonly moduleId: string;
  readonly columns: readonly Static<typeof columnSetting>[];
}

/** A view of a list that its owner shares. Of one list several owners may share views of one name. */
export interface SharedView {
  readonly moduleId: string;
  readonly name: string;
  readonly content: ViewContent;
  readonly audiences: readonly CodedAudience[];
}

/** What is arranged for others about lists, named by codes. Offered by the shell to plugins with the privilege `identity`. */
export interface ListLayouts {
  /** Those for organisations and roles that are not deleted. */
  columns(): Promise<readonly DefaultColumns[]>;
  /** In place of those that these people have, in the running transaction. @throws AppError `core.setting-organisation`, `core.layout-role` */
  writeColumns(by: Pick<SessionUser, 'userId'>, columns: DefaultColumns): Promise<void>;
  /** Shared with anybody at organisations and roles that are not deleted; the oldest of those of one name first. */
  views(): Promise<readonly SharedView[]>;
  /**
   * In place of the first shared view of that list with that name, whose ever it is; else a new one of the caller's. In the running transaction.
   * @throws AppError `core.setting-organisation`, `core.layout-role`, `core.view-name-taken`, `core.view-name-empty`, `core.view-too-large`, `core.too-many-views`
   */
  writeView(by: Pick<SessionUser, 'userId'>, view: SharedView): Promise<void>;
}

export const listLayouts = defineService<ListLayouts>('core.list-layouts@1');

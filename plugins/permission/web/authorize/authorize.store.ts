import type { WebContext } from '@nephra/plugin-sdk/web';
import { action, makeObservable, observable, observableRef } from 'mobx';
import type { GrantObjectType } from '../../contract/authority.schema.ts';
import { GrantEditorStore } from './grant/grant-editor.store.ts';
import { ObjectChooserStore, OBJECT_TYPES } from '../parts/object-chooser.store.ts';
import { SharedCatalogue } from './grant/shared-catalogue.ts';

export type OpenDialog = 'save' | 'copy' | 'batch' | null;

export type AuthorizeContext = Pick<WebContext, 'http' | 'drafts' | 'toast' | 't' | 'confirm'>;

const typeOf = (text: string | undefined): GrantObjectType => OBJECT_TYPES.find((type) => type === text) ?? 'Role';

/** State of the authorise page: whose rights, and the editor of one object. */
export class AuthorizeStore {
  readonly chooser: ObjectChooserStore;
  editor: GrantEditorStore | null = null;
  dialog: OpenDialog = null;
  private readonly catalogue: SharedCatalogue;

  constructor(
    private readonly ctx: AuthorizeContext,
    query: Readonly<Record<string, string>>,
  ) {
    this.catalogue = new SharedCatalogue(ctx.http);
    this.chooser = new ObjectChooserStore(ctx, typeOf(query.objectType));
    makeObservable<this, 'edit'>(this, { editor: observableRef, dialog: observable, edit: action, show: action, close: action });
    if (query.id) this.edit(typeOf(query.objectType), query.id);
  }

  /** Opens another object; changes that were not saved are kept as a draft, but somebody should know. */
  async choose(id: string): Promise<void> {
    const { editor, ctx } = this;
    const { type } = this.chooser;
    if (editor?.object.id === id && editor.object.type === type) return;
    if (editor?.dirty) {
      const name = editor.granted?.fullName ?? '';
      const leave = await ctx.confirm({ title: ctx.t('parts.leaveTitle'), content: ctx.t('authorize.leaveAsk', { name }), okText: ctx.t('authorize.leaveOk') });
      if (!leave) {
        this.chooser.mark(editor.object.type, editor.object.id);
        return;
      }
    }
    this.edit(type, id);
  }

  show(dialog: OpenDialog): void {
    this.dialog = dialog;
  }

  close(): void {
    this.dialog = null;
  }

  dispose(): void {
    this.editor?.dispose();
    this.chooser.dispose();
  }

  private edit(type: GrantObjectType, id: string): void {
    this.chooser.mark(type, id);
    this.editor?.dispose();
    this.editor = new GrantEditorStore({ type, id }, this.ctx, this.catalogue);
    void this.editor.load();
  }
}

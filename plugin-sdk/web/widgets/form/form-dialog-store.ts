import type { Toast } from '@nephra/plugin-sdk/web';
import { action, makeObservable, observableRef } from 'mobx';
import type { ReactNode } from 'react';
import type { FormItem } from '../form-field.ts';
import type { EditDialogProps } from './edit-dialog.tsx';
import { FormStore, type SaveAct } from './form-store.ts';

/** What a form in a dialog asks, and what becomes of it. */
export interface AskedForm<Clients, Values extends object> {
  readonly title: string;
  readonly fields: () => readonly FormItem<Values>[];
  readonly initial: Values;
  /** Calls the server; a refusal stands in the dialog. */
  readonly save: (clients: Clients, values: Values, options: SaveAct & { readonly quiet: true }) => Promise<{ readonly msg: string }>;
  /** As `EditDialog` has them. */
  readonly width?: number;
  readonly columns?: number;
  readonly saveText?: string;
  /** Stands below the fields, from what they hold now. */
  readonly below?: (values: Values) => ReactNode;
}

/** Forms of many kinds, one at a time, in the one dialog of a page: `<EditDialog {...store.asking.dialog} onSaved={() => store.reload()} />`. */
export class FormDialogStore<Clients> {
  form: FormStore<object> | null = null;
  private asked: AskedForm<Clients, object> | null = null;

  /** @param clients what `save` calls @param toast tells what the server said of a save */
  constructor(
    private readonly clients: Clients,
    private readonly toast: Pick<Toast, 'success'>,
  ) {
    makeObservable(this, { form: observableRef, ask: action, end: action });
  }

  /** Opens a form; one that is open is dropped. */
  ask<Values extends object>(asked: AskedForm<Clients, Values>): void {
    this.form?.dispose();
    this.asked = asked as unknown as AskedForm<Clients, object>; // the values of a form are known to what asks it alone
    this.form = new FormStore<object>({ fields: this.asked.fields, initial: asked.initial });
  }

  /** Nothing is asked any more. */
  end(): void {
    this.form?.dispose();
    this.form = null;
    this.asked = null;
  }

  get dialog(): Pick<EditDialogProps<object, void>, 'form' | 'title' | 'width' | 'columns' | 'saveText' | 'onSave' | 'onClose'> {
    const { form, asked } = this;
    return { form, title: asked?.title ?? '', width: asked?.width, columns: asked?.columns, saveText: asked?.saveText, onSave: this.save, onClose: this.close };
  }

  /** What stands below the fields; read in an observer of its own it follows while one types. */
  get below(): ReactNode {
    return (this.form && this.asked?.below?.({ ...this.form.values })) ?? null;
  }

  private readonly close = (): void => this.end();

  /** Rejects with the refusal, which the dialog shows. */
  private readonly save = async (values: object, act: SaveAct): Promise<void> => {
    if (!this.asked) throw new TypeError('no form is open');
    const { msg } = await this.asked.save(this.clients, values, { ...act, quiet: true });
    this.toast.success(msg);
  };
}

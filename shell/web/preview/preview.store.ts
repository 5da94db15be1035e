import { makeAutoObservable, observableRef } from 'mobx';
import type { StoredDocument } from '@nephra/plugin-sdk/web';

/** The document whose preview is open. Everybody who shows attachments opens it through `shell.preview.open`. */
export class PreviewStore {
  document: StoredDocument | null = null;

  constructor() {
    makeAutoObservable(this, { document: observableRef }, { autoBind: true });
  }

  open(document: StoredDocument): void {
    this.document = document;
  }

  close(): void {
    this.document = null;
  }
}

import { makeAutoObservable } from 'mobx';

/** Drawers on the right side; one at a time. */
export type Drawer = 'settings' | 'message' | 'chat' | 'assistant' | 'exports';
/** Small dialogs of the frame. */
export type FrameDialog = 'about' | 'statement' | 'documentation' | 'feedback';

/** What is open around the page. Lives as long as the frame; nothing of it is stored. */
export class FrameStore {
  drawer: Drawer | null = null;
  dialog: FrameDialog | null = null;
  searching = false;

  constructor() {
    makeAutoObservable(this, {}, { autoBind: true });
  }

  /** Opens a drawer, or closes it when it is the open one. */
  toggleDrawer(drawer: Drawer): void {
    this.drawer = this.drawer === drawer ? null : drawer;
  }

  closeDrawer(): void {
    this.drawer = null;
  }

  openDialog(dialog: FrameDialog): void {
    this.dialog = dialog;
  }

  closeDialog(): void {
    this.dialog = null;
  }

  setSearching(searching: boolean): void {
    this.searching = searching;
  }
}

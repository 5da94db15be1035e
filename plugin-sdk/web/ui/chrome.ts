/** Semi tier `chrome`: what the shell's own frame needs right after sign-in. */
export { Modal } from './controls/modal.tsx';
export { SideSheet } from './controls/side-sheet.tsx';

/** Semi tier `chrome`: what the shell's own frame needs right after sign-in. */
export { Modal } from './modal.tsx';
export { SideSheet } from './side-sheet.tsx';

export { MAIL_MENU } from './limits.ts';

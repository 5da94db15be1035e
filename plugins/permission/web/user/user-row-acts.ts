import type { WebContext } from '@nephra/plugin-sdk/web';
import type { RowAction } from '@nephra/plugin-sdk/widgets';
import type { UserRow } from '../../contract/index.ts';
import { authorizePath } from '../authorize/authorize-path.ts';
import type { UserStore } from './user.store.ts';

/** What can be done to one user. Nobody locks, disables or removes the account that they are signed in with. */
export function userRowActs(ctx: Pick<WebContext, 't' | 'user' | 'navigate'>, store: UserStore): readonly RowAction<UserRow>[] {
  const { t, user } = ctx;
  return [
    { key: 'edit', text: t('parts.edit'), button: 'btn_edit', onClick: (row) => store.edit(row) },
    {
      key: 'password',
      text: t('user.password.action'),
      button: 'btn_resetPassword',
      disabled: (row) => row.id === user.userId,
      onClick: (row) => store.askPassword(row, row.noPassword === 1),
    },
    // Also for who is not locked: it lets the account past the queue of an address from which much is being guessed.
    { key: 'unlock', text: t('user.unlock'), button: 'btn_unlock', visible: (row) => row.enabledMark !== 0, onClick: (row) => store.unlock(row) },
    {
      key: 'lock',
      text: t('user.lock.action'),
      button: 'btn_unlock',
      visible: (row) => row.enabledMark === 1 && row.id !== user.userId,
      onClick: (row) => store.askLock(row),
    },
    { key: 'authorize', text: t('user.authorize'), button: 'btn_authorize', onClick: (row) => ctx.navigate(authorizePath('User', row.id)) },
    { key: 'messaging', text: t('user.messaging.action'), button: 'btn_wechat', onClick: (row) => store.askMessaging(row) },
    { key: 'on', text: t('parts.enable'), button: 'btn_state', visible: (row) => row.enabledMark === 0, onClick: (row) => store.setEnabled(row, '1') },
    {
      key: 'off',
      text: t('parts.disable'),
      button: 'btn_state',
      danger: true,
      visible: (row) => row.enabledMark !== 0 && row.id !== user.userId,
      confirm: (row) => t('user.disableOneAsk', { name: row.realName }),
      onClick: (row) => store.setEnabled(row, '0'),
    },
    {
      key: 'remove',
      text: t('parts.remove'),
      button: 'btn_remove',
      danger: true,
      visible: (row) => row.id !== user.userId,
      confirm: (row) => t('user.removeAsk', { name: row.realName, account: row.account }),
      onClick: (row) => store.remove(row),
    },
  ];
}

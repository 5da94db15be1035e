import { recordPage } from '@nephra/plugin-sdk/widgets';
import { groupContract } from '../../contract/group.contract.ts';
import { authorizePath } from '../authorize/authorize-path.ts';
import { MembersDrawer } from '../members/members.drawer.tsx';

/** Groups of people across departments. */
export const Page = recordPage(groupContract, {
  columns: { type: { width: 104 } },
  inlineActions: 3,
  rowActions: [
    {
      button: 'btn_member',
      panel: ({ id, fullName }, close, page) => (
        <MembersDrawer object={{ type: 'Group', id, name: fullName }} onClose={close} onSaved={() => void page.reload()} />
      ),
    },
    { button: 'btn_authorize', go: ({ id }) => authorizePath('Group', id) },
  ],
  ask: { disable: ({ fullName, memberCount }, { t }) => t('role.disableAsk', { name: fullName, n: memberCount }) },
});

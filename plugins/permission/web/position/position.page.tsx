import { recordPage } from '@nephra/plugin-sdk/widgets';
import { type PositionRow, positionContract } from '../../contract/index.ts';
import { authorizePath } from '../authorize/authorize-path.ts';
import { MembersDrawer } from '../members/members.drawer.tsx';

/** Where it belongs, the nearest first: names of groups are long and the same in every row. */
const placeOf = ({ department, organizeId, companyId }: PositionRow): string =>
  department
    .split('/')
    .slice(organizeId === companyId ? -1 : -2)
    .reverse()
    .join(' · ');

/** Positions: organisations and departments left, the positions of the chosen one and of all below it right. */
export const Page = recordPage(positionContract, {
  columns: {
    fullName: { minWidth: 120 },
    enCode: { width: 100 },
    department: { minWidth: 200, text: ({ department }) => department, render: placeOf },
  },
  fields: {
    organizeId: (row, { place }) => {
      const known = row ? { id: row.organizeId, fullName: row.department.split('/').slice(-2).join(' / ') } : place;
      return known ? { names: [known] } : {};
    },
  },
  rowActions: [
    {
      button: 'btn_member',
      panel: ({ id, fullName }, close, page) => (
        <MembersDrawer object={{ type: 'Position', id, name: fullName }} onClose={close} onSaved={() => void page.reload()} />
      ),
    },
    { button: 'btn_authorize', go: ({ id }) => authorizePath('Position', id) },
  ],
  ask: { disable: ({ fullName, userCount }, { t }) => t('position.disableAsk', { name: fullName, count: userCount }) },
  none: ({ t }) => t('position.none'),
});

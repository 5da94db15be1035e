import { type SlotPoints, usePlugin } from '@nephra/plugin-sdk/web';
import { GroupTitle, MenuLink } from '@nephra/plugin-sdk/widgets';
import { ROUND_MENU, TIMELINE_MENU } from '../../contract/limits.ts';

type Props = SlotPoints['patient/records@1'];

/** In a patient's file: the way to the time line and to the round. Nothing for others than dialysis patients, nor for whoever may not see it. */
export function Slot({ patientId, patientType }: Props) {
  const { t, pageAddress } = usePlugin();
  if (patientType !== 'dialysis' || pageAddress(TIMELINE_MENU) === undefined) return null;
  return (
    <section>
      <GroupTitle>{t('timeline.title')}</GroupTitle>
      <p>
        <MenuLink menu={TIMELINE_MENU} query={{ patientId }}>
          {t('timeline.open')}
        </MenuLink>{' '}
        {pageAddress(ROUND_MENU) !== undefined && (
          <MenuLink menu={ROUND_MENU} query={{ patientId }}>
            {t('timeline.toRound')}
          </MenuLink>
        )}
      </p>
    </section>
  );
}

import { type SlotPoints, usePlugin } from '@nephra/plugin-sdk/web';
import { MenuLink } from '@nephra/plugin-sdk/widgets';
import { TIMELINE_MENU } from '../../contract/limits.ts';

type Props = SlotPoints['dialysis-session/bedside@1'];

/** At the bed: the way to the years before. Nothing for whoever may not see them. */
export function Slot({ patientId }: Props) {
  const { t, pageAddress } = usePlugin();
  if (pageAddress(TIMELINE_MENU) === undefined) return null;
  return (
    <MenuLink menu={TIMELINE_MENU} query={{ patientId }}>
      {t('timeline.open')}
    </MenuLink>
  );
}

import type { MenuIcon as MenuIconName } from '@nephra/plugin-sdk/contract';
import { isMenuIcon } from '@nephra/plugin-sdk/contract';
import {
  IconBellStroked,
  IconBriefcaseStroked,
  IconCandlestickChartStroked,
  IconCoinMoneyStroked,
  IconExternalOpenStroked,
  IconFolderStroked,
  IconHomeStroked,
  IconIdCardStroked,
  IconIssueStroked,
  IconList,
  IconMoneyExchangeStroked,
  IconNineGridStroked,
  IconSettingStroked,
  IconShieldStroked,
  IconShoppingBagStroked,
  IconStackBarChartStroked,
  IconUserCircleStroked,
  IconUserStroked,
  IconWrenchStroked,
} from '@nephra/plugin-sdk/ui';
import { type ComponentType, lazy, Suspense } from 'react';
import { ApiIcon, PageIcon, PluginIcon, PriceIcon, RecordIcon, UsersIcon } from './general-icons.tsx';
import { DialysisIcon, DrugIcon, InsuranceIcon, PatientIcon, PharmacyIcon, PrescriptionIcon } from './medical-icons.tsx';

export type Drawing = ComponentType<{ 'aria-hidden'?: boolean }>;

/** Pictures that menus of the shell and of the plugins in this repository name: they come with the shell. */
export const USUAL_DRAWINGS = {
  home: IconHomeStroked,
  folder: IconFolderStroked,
  page: PageIcon,
  list: IconList,
  link: IconExternalOpenStroked,
  dialysis: DialysisIcon,
  patient: PatientIcon,
  prescription: PrescriptionIcon,
  pharmacy: PharmacyIcon,
  drug: DrugIcon,
  package: IconShoppingBagStroked,
  record: RecordIcon,
  alert: IconIssueStroked,
  charge: IconCoinMoneyStroked,
  settlement: IconMoneyExchangeStroked,
  price: PriceIcon,
  insurance: InsuranceIcon,
  'chart-bar': IconStackBarChartStroked,
  user: IconUserStroked,
  users: UsersIcon,
  role: IconIdCardStroked,
  position: IconBriefcaseStroked,
  organization: IconNineGridStroked,
  permission: IconShieldStroked,
  online: IconUserCircleStroked,
  message: IconBellStroked,
  settings: IconSettingStroked,
  tools: IconWrenchStroked,
  plugin: PluginIcon,
  api: ApiIcon,
  log: IconCandlestickChartStroked,
} satisfies Partial<Readonly<Record<MenuIconName, Drawing>>>;

/** All others come when a menu names one. Without them, as when the server is gone, an entry is drawn as a page. */
const OtherDrawing = lazy(() => import('./other-drawing.tsx').catch(() => ({ default: PageIcon })));

const isUsual = (name: MenuIconName): name is keyof typeof USUAL_DRAWINGS => name in USUAL_DRAWINGS;

function Picture({ name }: { readonly name: MenuIconName }) {
  if (!isUsual(name)) {
    return (
      <Suspense fallback={null}>
        <OtherDrawing name={name} />
      </Suspense>
    );
  }
  const Drawing = USUAL_DRAWINGS[name];
  return <Drawing aria-hidden />;
}

/** Picture of a menu entry; the neighbouring title speaks for it. Unknown names, such as class names of older clients, show `page`. */
export function MenuIcon({ name, fallback = 'page' }: { readonly name: string; readonly fallback?: MenuIconName }) {
  return (
    <span className="nephra-menu-icon" aria-hidden="true">
      <Picture name={isMenuIcon(name) ? name : fallback} />
    </span>
  );
}

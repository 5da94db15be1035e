import { SDK_VERSION } from '@nephra/plugin-sdk/contract';
import type { SysConfigInfo } from '../../contract/index.ts';
import type { Config } from '../config/index.ts';

/** Version of the product, shown in the about dialog (spec 3: sysVersion). */
export const PRODUCT_VERSION = SDK_VERSION;

/** System configuration as every browser may see it. */
export const sysConfigInfo = (config: Config, siteName: string): SysConfigInfo => ({
  sysName: config.sysName,
  sysVersion: `V${PRODUCT_VERSION}`,
  loginIcon: config.loginIcon,
  navigationIcon: config.navigationIcon,
  logoIcon: config.logoIcon,
  appIcon: config.appIcon,
  copyright: config.copyright,
  companyName: config.companyName || siteName,
  title: config.sysTitle,
  website: config.website,
  dashboardHost: config.dashboardHost,
  reportHost: config.reportHost,
  previewHost: config.previewHost,
});

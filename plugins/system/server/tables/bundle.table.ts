import { column, defineTable, type SqlRow, small, type TableSizes } from '@nephra/plugin-sdk/server';
import { MAX_PUBLIC_KEY, MAX_SITE_NAME } from '../../contract/bundle/bundle-limits.ts';

const options = { scope: 'installation', rowsStay: true } as const;

/** The key that this site signs its bundles with; one row, `site`. */
export const bundleKeyTable = defineTable(
  'system.bundle_key',
  { name: column.text(20), publicKey: column.text(MAX_PUBLIC_KEY), sealedKey: column.text(2_000), madeAt: column.instant() },
  { ...options, key: ['name'] },
);

/** Sites whose bundles are taken. */
export const bundleSignerTable = defineTable(
  'system.bundle_signer',
  {
    fingerprint: column.text(64),
    publicKey: column.text(MAX_PUBLIC_KEY),
    siteName: column.text(MAX_SITE_NAME),
    confirmedBy: column.text(100),
    confirmedAt: column.instant(),
  },
  { ...options, key: ['fingerprint'] },
);

export interface BundleTables {
  'system.bundle_key': SqlRow<typeof bundleKeyTable>;
  'system.bundle_signer': SqlRow<typeof bundleSignerTable>;
}
export const bundleSizes: TableSizes = { bundle_key: small(1), bundle_signer: small(200) };

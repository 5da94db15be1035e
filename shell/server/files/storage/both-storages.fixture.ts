import { startS3Simulator } from '../../../../tools/sim/s3/s3-simulator.ts';
import type { StorageConfig } from './open-storage.ts';

/** Tests of what is kept run on each. */
export const STORAGES = ['disk', 's3'] as const;

export interface StorageUnderTest {
  readonly config: Partial<StorageConfig>;
  close(): Promise<void>;
}

/** Settings of a server that keeps its files there. */
export async function storageUnderTest(kind: (typeof STORAGES)[number]): Promise<StorageUnderTest> {
  if (kind === 'disk') return { config: {}, close: async () => {} };
  const { endpoint, bucket, region, accessKeyId, secretAccessKey, close } = await startS3Simulator();
  return {
    config: { s3Endpoint: endpoint, s3Bucket: bucket, s3Region: region, s3AccessKeyId: accessKeyId, s3SecretAccessKey: secretAccessKey, s3Prefix: 'sim/' },
    close,
  };
}

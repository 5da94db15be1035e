import type { Log } from '@nephra/plugin-sdk/server';
import type { Config } from '../../config/index.ts';
import { DiskStorage } from './disk-storage.ts';
import type { FileStorage } from './file-storage.ts';
import { S3Storage } from './s3-storage.ts';

export type StorageConfig = Pick<Config, 's3Endpoint' | 's3Region' | 's3Bucket' | 's3Prefix' | 's3AccessKeyId' | 's3SecretAccessKey'>;

/** The bucket that the configuration names. */
export const bucketOf = (config: StorageConfig, log: Log): S3Storage =>
  new S3Storage(
    {
      endpoint: config.s3Endpoint,
      region: config.s3Region,
      bucket: config.s3Bucket,
      prefix: config.s3Prefix,
      accessKeyId: config.s3AccessKeyId,
      secretAccessKey: config.s3SecretAccessKey,
    },
    log,
  );

/** Where this installation keeps its files. @param folder of files on this machine's disk */
export const openStorage = (config: StorageConfig, folder: string, log: Log): FileStorage =>
  config.s3Endpoint === '' ? new DiskStorage(folder) : bucketOf(config, log);

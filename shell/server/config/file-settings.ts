import { scannerAddress } from '../outbound/virus-scanner.ts';
import { address, integer, oneOf, setting, text } from './setting.ts';

/** Empty, or a name as S3 allows it. */
const bucketName = (value: string): string => {
  if (value === '' || /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(value)) return value;
  throw new Error('3 to 63 small letters, digits, points and hyphens');
};

/** Empty, or folders that end with a slash. */
const keyPrefix = (value: string): string => {
  if (value === '' || /^(?:[\w-]{1,60}\/){1,5}$/.test(value)) return value;
  throw new Error('empty or names of folders such as nephra/');
};

/** An origin: the bucket is in the path, and the path is signed. */
const endpoint = (value: string): string => {
  const found = address(value);
  if (found !== '' && new URL(found).origin !== found) throw new Error('empty or an address without a path such as https://s3.example.org:9000');
  return found;
};

/** Environment variables about files that people send. */
export const fileSettings = {
  uploadLimitMb: setting({
    name: 'UPLOAD_LIMIT_MB',
    fallback: '20',
    parse: integer(1, 1024),
    meaning: 'A file that is uploaded has to be smaller than this many MB.',
  }),
  clamavAddress: setting({
    name: 'CLAMAV_ADDRESS',
    fallback: '',
    parse: scannerAddress,
    meaning: 'Virus scanner (clamd) that looks at every file that is uploaded: host:port or the path of its socket; empty: nobody looks.',
  }),
  clamavDown: setting({
    name: 'CLAMAV_DOWN',
    fallback: 'refuse',
    parse: oneOf('refuse', 'mark'),
    meaning: 'Files that come while the scanner does not answer, or that it does not take: refuse, or mark: they are taken and scanned once it answers.',
  }),
  fileQuotaMb: setting({
    name: 'FILE_QUOTA_MB',
    fallback: '0',
    parse: integer(0, 10_000_000),
    meaning: 'What each organisation may keep of uploaded files, in MB; 0 = as much as the disk holds. Also set on the page of the configuration.',
  }),
  s3Endpoint: setting({
    name: 'S3_ENDPOINT',
    fallback: '',
    parse: endpoint,
    meaning: 'S3-compatible service that keeps uploaded files, such as https://s3.example.org:9000; empty: DATA_DIR/files.',
  }),
  s3Bucket: setting({
    name: 'S3_BUCKET',
    fallback: '',
    parse: bucketName,
    meaning: 'Bucket there, which exists and is this installation’s alone, or S3_PREFIX is.',
  }),
  s3Prefix: setting({ name: 'S3_PREFIX', fallback: '', parse: keyPrefix, meaning: 'Folder in the bucket, such as nephra/; empty: the whole bucket.' }),
  s3Region: setting({ name: 'S3_REGION', fallback: 'us-east-1', parse: text, meaning: 'Region that calls of the service are signed for.' }),
  s3AccessKeyId: setting({
    name: 'S3_ACCESS_KEY_ID',
    fallback: '',
    secret: true,
    parse: text,
    meaning: 'Name of the key that may read, write, list and delete there.',
  }),
  s3SecretAccessKey: setting({ name: 'S3_SECRET_ACCESS_KEY', fallback: '', secret: true, parse: text, meaning: 'The key itself; never kept or logged here.' }),
};

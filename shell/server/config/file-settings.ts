import { scannerAddress } from '../outbound/virus-scanner.ts';
import { integer, oneOf, setting } from './setting.ts';

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
};

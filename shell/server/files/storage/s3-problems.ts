import { type S3Settings, S3Refusal, S3Silence } from '../../outbound/s3/s3-client.ts';

const OF_CODES: Readonly<Record<string, string>> = {
  InvalidAccessKeyId: 'it does not know S3_ACCESS_KEY_ID',
  SignatureDoesNotMatch: 'S3_SECRET_ACCESS_KEY does not belong to S3_ACCESS_KEY_ID',
  AccessDenied: 'this key may not read, write and list there',
  NoSuchBucket: 'there is no bucket of this name; it is not made here',
  AuthorizationHeaderMalformed: 'S3_REGION is another one',
  PermanentRedirect: 'the bucket has another address, see S3_ENDPOINT and S3_REGION',
  RequestTimeTooSkewed: 'the clock of this machine or of the service is wrong by more than a quarter of an hour',
};

/** What to say to whoever starts a server that cannot use its bucket. Never names a secret. */
export function unreachableText(error: unknown, { endpoint, bucket }: S3Settings): string {
  const where = `The storage of files (S3_ENDPOINT ${endpoint}, S3_BUCKET "${bucket}") cannot be used`;
  if (error instanceof S3Silence) return `${where}: ${error.message}.`;
  if (error instanceof S3Refusal) return `${where}: ${OF_CODES[error.code] ?? error.message}.`;
  return `${where}: ${error instanceof Error ? error.message : String(error)}.`;
}

import { startS3Simulator } from './s3-simulator.ts';

// npx esbuild tools/sim/s3/main.ts --bundle --platform=node --format=esm | node --input-type=module - [port]
// A stand-in for an S3-compatible service, in memory; see README.md beside this file.
const [port = '9000'] = process.argv.slice(2);
const { endpoint, bucket, accessKeyId, secretAccessKey } = await startS3Simulator({ port: Number(port) });
console.log(`SIM storage: S3_ENDPOINT=${endpoint} S3_BUCKET=${bucket} S3_ACCESS_KEY_ID=${accessKeyId} S3_SECRET_ACCESS_KEY=${secretAccessKey}`);

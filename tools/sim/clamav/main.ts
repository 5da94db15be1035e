import { startClamavSimulator } from './clamav-simulator.ts';

// npx esbuild tools/sim/clamav/main.ts --bundle --platform=node --format=esm | node --input-type=module - [port]
// A stand-in for clamd: CLAMAV_ADDRESS=127.0.0.1:3310 npm start
const [port = '3310'] = process.argv.slice(2);
const scanner = await startClamavSimulator({ port: Number(port) });
console.log(`SIM virus scanner on 127.0.0.1:${scanner.port}`);

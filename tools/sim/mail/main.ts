import { catchMail } from './mail-catcher.ts';

// npx esbuild tools/sim/mail/main.ts --bundle --platform=node --format=esm | node --input-type=module - [port] [account] [password]
// Prints what it catches.
const [port = '5025', account = '', password = ''] = process.argv.slice(2);
const catcher = await catchMail({ port: Number(port), accounts: account === '' ? {} : { [account]: password } });
console.log(`SIM mail catcher on 127.0.0.1:${catcher.port}${account === '' ? '' : `, account ${account}`}`);
let shown = 0;
setInterval(() => {
  for (const { from, to, content } of catcher.mails.slice(shown)) console.log(`${from} -> ${to.join(', ')}\n${content}\n`);
  shown = catcher.mails.length;
}, 500);

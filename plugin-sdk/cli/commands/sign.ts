import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { gunzipSync } from 'node:zlib';
import { BuildProblem } from '../build/problem.ts';
import type { Command } from '../command.ts';
import { newKeyPair, signPackage, verifyPackage } from '../../server/outbound/package-signature.ts';
import { readTar } from '../package/tar.ts';

const readText = (file: string, what: string): string => {
  if (!existsSync(file)) throw new BuildProblem(`${what} ${file} does not exist.`);
  return readFileSync(file, 'utf8');
};

function readPackage(file: string): Map<string, Buffer> {
  if (!existsSync(file)) throw new BuildProblem(`The package ${file} does not exist; \`nephra-plugin pack\` makes it.`);
  try {
    return readTar(gunzipSync(readFileSync(file)));
  } catch (error) {
    throw new BuildProblem(`${file} cannot be read: ${error instanceof Error ? error.message : String(error)}.`);
  }
}

const VERDICTS = {
  'unknown-key': 'It was signed with another key.',
  forged: 'The signature does not belong to this list of files.',
  unreadable: 'The signature file cannot be read.',
} as const;

export const signCommand: Command = {
  name: 'sign',
  usage: '<package.tgz> --key <file> [--verify] | --new-key <name>',
  summary: 'signs a package (Ed25519) or checks its signature',
  async run({ words, folder, say }) {
    const { values, positionals } = parseArgs({
      args: [...words],
      allowPositionals: true,
      options: { key: { type: 'string' }, 'new-key': { type: 'string' }, verify: { type: 'boolean' } },
    });
    const at = (name: string) => path.resolve(folder, name);
    const newKey = values['new-key'];
    if (newKey !== undefined) {
      const [secret, open] = [at(`${newKey}.key.pem`), at(`${newKey}.pub.pem`)];
      if (existsSync(secret) || existsSync(open)) throw new BuildProblem(`${secret} or ${open} exists already; a key is never overwritten.`);
      const { privateKey, publicKey } = newKeyPair();
      writeFileSync(secret, privateKey, { mode: 0o600, flag: 'wx' });
      writeFileSync(open, publicKey, { flag: 'wx' });
      say(`${path.basename(secret)} is secret: keep it out of git. ${path.basename(open)} goes to the hospitals, who name it in registry.json (trust.keys).`);
      return 0;
    }
    const [name] = positionals;
    if (name === undefined || values.key === undefined) {
      say(`Usage: nephra-plugin ${signCommand.name} ${signCommand.usage}`);
      return 1;
    }
    const files = readPackage(at(name));
    const key = readText(at(values.key), 'The key');
    const signatureFile = `${at(name)}.sig.json`;
    if (!values.verify) {
      const signature = signPackage(files, key);
      writeFileSync(signatureFile, `${JSON.stringify(signature, null, 1)}\n`);
      say(`${path.basename(signatureFile)}: ${Object.keys(signature.files).length} files, key ${signature.key.slice(0, 16)}`);
      return 0;
    }
    const verdict = verifyPackage(files, readText(signatureFile, 'The signature'), [key]);
    if (verdict.kind === 'good') {
      say(`${name} is what the owner of key ${verdict.key.slice(0, 16)} signed.`);
      return 0;
    }
    say(verdict.kind === 'differs' ? `These files differ from what was signed: ${verdict.files.join(', ')}` : VERDICTS[verdict.kind]);
    return 1;
  },
};

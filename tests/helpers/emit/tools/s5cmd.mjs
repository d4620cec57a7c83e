#!/usr/bin/env node
// Stands in for s5cmd, over folders: STAND_IN/HOST/BUCKET/KEY. Takes the flags and gives the JSON of s5cmd 2.3, no more.
import { mkdirSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const args = process.argv.slice(2);
/** @type {Record<string, string | undefined>} */
const globals = {};
while (args[0]?.startsWith('--')) {
  const name = args.shift();
  if (name === '--json') globals[name] = '';
  else if (name === '--endpoint-url') globals[name] = args.shift();
  else throw refused(`flag provided but not defined: ${name}`);
}
const command = args.shift();
const raw = args[0] === '--raw' ? args.shift() !== undefined : false;
const [address = ''] = args;
if (args.length !== 1) throw refused(`${command}: ${args.length} arguments`);
if (!process.env.AWS_ACCESS_KEY_ID || !process.env.AWS_SECRET_ACCESS_KEY || !process.env.AWS_REGION)
  throw refused('no keys');
const [, bucket = '', key = ''] = /^s3:\/\/([^/]+)\/([\s\S]*)$/.exec(address) ?? [];
if (bucket === '') throw refused('no address');
if (command !== 'ls' && !raw && /[*?[]/.test(key)) throw refused('would be a pattern');
const root = path.join(process.env.STAND_IN ?? '', new URL(globals['--endpoint-url'] ?? '').host, bucket);
const file = path.join(root, encodeURIComponent(key));

switch (command) {
  case 'ls':
    if (key !== '*') throw refused('the test knows one listing');
    for (const name of readdirSync(root)) {
      const { size, mtime } = statSync(path.join(root, name));
      const last_modified = mtime.toISOString();
      // As s5cmd has it: nothing where there is nothing.
      console.log(
        JSON.stringify({
          key: `s3://${bucket}/${decodeURIComponent(name)}`,
          last_modified,
          type: 'file',
          ...(size > 0 ? { size } : {}),
        }),
      );
    }
    break;
  case 'head': {
    const found = statSync(file, { throwIfNoEntry: false });
    if (!found) throw refused('NotFound');
    console.log(
      JSON.stringify({ key: address, type: 'file', ...(found.size > 0 ? { size: found.size } : {}) }),
    );
    break;
  }
  case 'cat':
    process.stdout.write(readFileSync(file));
    break;
  case 'pipe':
    mkdirSync(root, { recursive: true });
    {
      const body = readFileSync(0);
      writeFileSync(file, process.env.STAND_IN_LOSES ? '' : body);
    }
    console.log(`pipe ${address}`);
    break;
  case 'rm':
    rmSync(file);
    console.log(`rm ${address}`);
    break;
  default:
    throw refused(`no command ${command}`);
}

/** @param {string} why */
function refused(why) {
  console.error(`ERROR ${why}`);
  process.exit(1);
  return new Error(why);
}

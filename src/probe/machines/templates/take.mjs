// node take.mjs FOLDER: keeps the journal of the answer in it, and says what went wrong, if anything did.
import { readFileSync, writeFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';

const [folder] = process.argv.slice(2);
const { exit, journal, said, errorMessage } = JSON.parse(readFileSync(`${folder}/answer.json`, 'utf8'));
if (journal) writeFileSync(`${folder}/journal.ndjson`, gunzipSync(Buffer.from(journal, 'base64')));
if (exit !== 0) {
  console.error(`${folder}: ${said || errorMessage || 'the function said nothing'}`);
  process.exit(1);
}

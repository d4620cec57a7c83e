// The version of the built site: of its content, so that two builds of one commit are the same, byte for byte.
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';

/** Files and folders that the site is made from. */
export const WEB_INPUTS = [
  'src',
  'static',
  'examples',
  'pricing',
  'datasets',
  'vite.config.ts',
  'package-lock.json',
];

/**
 * A hash of names and bytes, whatever the times of the files.
 * @param {string} root
 * @param {readonly string[]} [inputs] relative to `root`
 */
export function contentVersion(root, inputs = WEB_INPUTS) {
  return treeHash(root, inputs, ({ full }) => readFileSync(full)).slice(0, 16);
}

/**
 * A hash of files and folders: of all names and sizes, and of what is `said` of each file. What a build generates among them does
 * not count.
 * @param {string} root
 * @param {readonly string[]} inputs relative to `root`
 * @param {(file: { full: string, mtimeMs: number }) => string | Buffer} said
 */
export function treeHash(root, inputs, said) {
  const hash = createHash('sha256');
  /** @param {string} file */
  const visit = (file) => {
    const full = path.join(root, file);
    const stat = statSync(full, { throwIfNoEntry: false });
    if (stat?.isDirectory()) {
      for (const name of readdirSync(full).sort()) if (name !== 'generated') visit(`${file}/${name}`);
    } else if (stat) hash.update(`${file}\0${stat.size}\0`).update(said({ full, mtimeMs: stat.mtimeMs }));
  };
  inputs.forEach(visit);
  return hash.digest('hex');
}

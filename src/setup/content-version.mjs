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
 * A hash of names and bytes, whatever the times of the files; what a build generates among them does not count.
 * @param {string} root
 * @param {readonly string[]} [inputs] relative to `root`
 */
export function contentVersion(root, inputs = WEB_INPUTS) {
  const hash = createHash('sha256');
  /** @param {string} file */
  const visit = (file) => {
    const full = path.join(root, file);
    const stat = statSync(full, { throwIfNoEntry: false });
    if (stat?.isDirectory()) {
      for (const name of readdirSync(full).sort()) if (name !== 'generated') visit(`${file}/${name}`);
    } else if (stat) hash.update(`${file}\0${stat.size}\0`).update(readFileSync(full));
  };
  inputs.forEach(visit);
  return hash.digest('hex').slice(0, 16);
}

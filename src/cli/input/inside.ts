/** Where a file really is, and whether that is inside a folder: for names that somebody else has written. */
import { existsSync, realpathSync } from 'node:fs';
import path from 'node:path';

/** `folder` itself counts. Neither is looked up: both are as they are written. */
export function isInside(folder: string, file: string): boolean {
  return file === folder || file.startsWith(folder.endsWith(path.sep) ? folder : folder + path.sep);
}

/** The full name without symbolic links. Of what is not there, its folder counts. */
export function realPlace(full: string): string {
  try {
    return realpathSync(full);
  } catch {
    const above = path.dirname(full);
    return above === full ? full : path.join(realPlace(above), path.basename(full));
  }
}

/** The folder of the repository that holds `folder`, a full name; `folder` itself where no repository does. */
export function repositoryOf(folder: string): string {
  for (let one = folder; ; one = path.dirname(one)) {
    if (existsSync(path.join(one, '.git'))) return one;
    if (path.dirname(one) === one) return folder;
  }
}

import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** A folder with these files in it, gone when the test is done with it. */
export class Folder implements Disposable {
  readonly path = mkdtempSync(path.join(tmpdir(), 'stowage-cli-'));

  constructor(files: Record<string, string | Uint8Array> = {}) {
    for (const [name, content] of Object.entries(files)) this.write(name, content);
  }

  write(name: string, content: string | Uint8Array): void {
    const file = path.join(this.path, name);
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, content);
  }

  read(name: string): string {
    return readFileSync(path.join(this.path, name), 'utf8');
  }

  [Symbol.dispose](): void {
    rmSync(this.path, { recursive: true, force: true });
  }
}

/** Every call to the file system fails once, or is the last before a kill: what was there is whole, or what was to be. */
import * as fs from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { FileError, createFiles, createFolder, replaceFile } from '#files/write-files.ts';

/** Calls that change something; the number of the call that goes wrong, and whether the process ends there. */
const fault = vi.hoisted(() => ({ calls: 0, at: Infinity, kills: false, code: 'ENOSPC', only: '' }));

vi.mock('node:fs', async (importOriginal) => {
  const real = await importOriginal<typeof fs>();
  const counted = [
    'mkdirSync',
    'openSync',
    'writeFileSync',
    'fsyncSync',
    'linkSync',
    'renameSync',
    'rmSync',
    'rmdirSync',
  ];
  const faulty =
    (name: string, call: (...args: never[]) => unknown) =>
    (...args: never[]) => {
      if (fault.only !== '' && fault.only !== name) return call(...args);
      fault.calls++;
      if (fault.calls === fault.at || (fault.kills && fault.calls > fault.at))
        throw Object.assign(new Error(`${fault.code}: it failed, ${name} '/somewhere'`), {
          code: fault.code,
        });
      return call(...args);
    };
  const changed = Object.fromEntries(
    counted.map((name) => [name, faulty(name, real[name as keyof typeof real] as never)]),
  );
  return { ...real, ...changed };
});

let folder = '';
beforeEach(() => {
  folder = fs.mkdtempSync(path.join(tmpdir(), 'stowage-files-'));
});
afterEach(() => {
  heal();
  fs.rmSync(folder, { recursive: true, force: true });
});

const at = (name: string) => path.join(folder, name);
const put = (name: string, text: string) => fs.writeFileSync(at(name), text);
const textOf = (name: string) => (fs.existsSync(at(name)) ? fs.readFileSync(at(name), 'utf8') : null);
const heal = () => Object.assign(fault, { calls: 0, at: Infinity, kills: false, code: 'ENOSPC', only: '' });
const standing = () => (fs.readdirSync(folder, { recursive: true }) as string[]).toSorted();
const named = () => standing().filter((name) => !name.includes('.unfinished-'));

/** Makes each call of `work` go wrong in turn, until none is left; gives how many there were. */
function eachCall(
  kills: boolean,
  prepare: () => void,
  work: () => void,
  judge: (thrown: unknown) => void,
): number {
  for (let call = 1; ; call++) {
    for (const name of fs.readdirSync(folder)) fs.rmSync(at(name), { recursive: true });
    prepare();
    Object.assign(fault, { calls: 0, at: call, kills });
    let thrown: unknown = null;
    try {
      work();
    } catch (error) {
      thrown = error;
    }
    const { calls } = fault;
    heal();
    if (calls < call) return call - 1;
    judge(thrown);
  }
}

describe('one file in place of another', () => {
  const replace = () => replaceFile(at('doc.md'), Buffer.from('old'), 'new');

  test('keeps its mode, and writes the target of a symbolic link', () => {
    fs.mkdirSync(at('real'));
    put('real/doc.md', 'old');
    fs.chmodSync(at('real/doc.md'), 0o640);
    fs.symlinkSync('real/doc.md', at('doc.md'));
    replace();
    expect(textOf('real/doc.md')).toBe('new');
    expect(fs.statSync(at('real/doc.md')).mode & 0o7777).toBe(0o640);
    expect(fs.lstatSync(at('doc.md')).isSymbolicLink()).toBe(true);
    expect(standing()).toEqual(['doc.md', 'real', 'real/doc.md']);
  });

  test.each([
    ['was changed', () => put('doc.md', 'old, and more'), /was changed meanwhile/, 'old, and more'],
    ['is gone', () => fs.rmSync(at('doc.md')), /cannot be written \(ENOENT/, null],
  ])('is refused where it %s meanwhile', (_, change, message, left) => {
    put('doc.md', 'old');
    change();
    expect(replace).toThrow(message);
    expect(replace).toThrow(FileError);
    expect(textOf('doc.md')).toBe(left);
    expect(standing()).toEqual(left === null ? [] : ['doc.md']);
  });

  test('leaves the old one and nothing else, whichever call fails', () => {
    const calls = eachCall(
      false,
      () => put('doc.md', 'old'),
      replace,
      (thrown) => {
        expect(standing()).toEqual(['doc.md']);
        // A folder that cannot be synced is no reason: the name is given by then.
        if (thrown === null) return expect(textOf('doc.md')).toBe('new');
        expect(String(thrown)).toMatch(/doc\.md: cannot be written \(ENOSPC: it failed\)$/);
        expect(textOf('doc.md')).toBe('old');
      },
    );
    expect(calls).toBeGreaterThan(3);
  });

  test('is the old or the new one, wherever it is killed', () => {
    const seen = new Set<string | null>();
    eachCall(
      true,
      () => put('doc.md', 'old'),
      replace,
      () => {
        seen.add(textOf('doc.md'));
        expect(named()).toEqual(['doc.md']);
      },
    );
    expect(seen).toEqual(new Set(['old', 'new']));
  });
});

describe('several files', () => {
  const both = () =>
    createFiles([
      { path: at('a/b/one'), content: 'one' },
      { path: at('two'), content: 'two', isProgram: true },
    ]);

  test('are created with the folders above them', () => {
    both();
    expect(standing()).toEqual(['a', 'a/b', 'a/b/one', 'two']);
    expect([textOf('a/b/one'), textOf('two')]).toEqual(['one', 'two']);
    expect(fs.statSync(at('two')).mode & 0o100).toBe(0o100);
    expect(fs.statSync(at('a/b/one')).mode & 0o100).toBe(0);
  });

  test('are none where one is there already, be it a link to nowhere', () => {
    put('two', 'mine');
    expect(both).toThrow(/two: is there by now/);
    expect(standing()).toEqual(['two']);
    expect(textOf('two')).toBe('mine');
    fs.rmSync(at('two'));
    fs.symlinkSync('nowhere', at('two'));
    expect(both).toThrow(/two: is there by now/);
    expect(standing()).toEqual(['two']);
  });

  test('a file where a folder is wanted is named', () => {
    put('a', 'mine');
    expect(both).toThrow(/a\/b\/one: cannot be written/);
    expect(standing()).toEqual(['a']);
  });

  test('are none, whichever call fails', () => {
    const calls = eachCall(
      false,
      () => put('mine', 'mine'),
      both,
      (thrown) => {
        if (thrown === null) expect(named()).toEqual(['a', 'a/b', 'a/b/one', 'mine', 'two']);
        else expect(standing()).toEqual(['mine']);
      },
    );
    expect(calls).toBeGreaterThan(10);
  });

  test('are whole wherever it is killed', () => {
    eachCall(
      true,
      () => put('mine', 'mine'),
      both,
      () => {
        expect(['one', null]).toContain(textOf('a/b/one'));
        expect(['two', null]).toContain(textOf('two'));
      },
    );
  });

  test('leave what somebody else has put into a folder made for them', () => {
    const second = {
      path: at('a/c/two'),
      get content(): string {
        put('a/notes.txt', 'precious');
        throw new Error('no content');
      },
    };
    expect(() => createFiles([{ path: at('a/b/one'), content: 'one' }, second])).toThrow(FileError);
    expect(standing()).toEqual(['a', 'a/notes.txt']);
  });

  test.each(['EPERM', 'ENOTSUP'])(
    'where the system has no hard links (%s) are created all the same',
    (code) => {
      const withoutLinks = () => {
        Object.assign(fault, { calls: 0, at: 0, kills: true, only: 'linkSync', code });
        try {
          both();
        } finally {
          heal();
        }
      };
      withoutLinks();
      expect(standing()).toEqual(['a', 'a/b', 'a/b/one', 'two']);
      expect(withoutLinks).toThrow(/a\/b\/one: is there by now/);
      expect(textOf('two')).toBe('two');
    },
  );
});

describe('a folder', () => {
  const create = () =>
    createFolder(at('x/y/out'), [
      { path: 'README.md', content: 'read' },
      { path: 'deep/run.sh', content: 'run', isProgram: true },
    ]);

  test('is created with all its files', () => {
    create();
    expect(named()).toEqual(standing());
    expect([textOf('x/y/out/README.md'), textOf('x/y/out/deep/run.sh')]).toEqual(['read', 'run']);
    expect(fs.statSync(at('x/y/out/deep/run.sh')).mode & 0o100).toBe(0o100);
  });

  test.each([
    ['a folder with a file', () => put('x/y/out/notes.txt', 'precious'), 'x/y/out/notes.txt'],
    ['an empty folder', () => undefined, 'x/y/out'],
  ])('is refused where %s is there, which stays', (_, make, left) => {
    fs.mkdirSync(at('x/y/out'), { recursive: true });
    make();
    const before = standing();
    expect(create).toThrow(/out: is there by now/);
    expect(standing()).toEqual(before);
    expect(before).toContain(left);
  });

  test('is not there at all, whichever call fails, and a folder made for it is gone unless somebody used it', () => {
    const calls = eachCall(
      false,
      () => put('mine', 'mine'),
      create,
      (thrown) => {
        if (thrown === null) expect(textOf('x/y/out/deep/run.sh')).toBe('run');
        else expect(standing()).toEqual(['mine']);
      },
    );
    expect(calls).toBeGreaterThan(8);
  });

  test('is whole or not there, wherever it is killed', () => {
    const seen = new Set<number>();
    eachCall(
      true,
      () => put('mine', 'mine'),
      create,
      () => {
        const files = named().filter((name) => name.startsWith('x/y/out'));
        seen.add(files.length);
      },
    );
    expect(seen).toEqual(new Set([0, 4]));
  });
});

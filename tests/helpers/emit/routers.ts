/** Emitted routers at work: the worker as a module, the program in Go as a process, and what they answer. */
import { spawn } from 'node:child_process';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import ts from 'typescript';
import { expect } from 'vitest';
import { freePort } from '#tests/helpers/freePort.ts';
import { KEY_ID, SECRET } from '#tests/helpers/littleS3.ts';
import type { TestStore } from '#tests/helpers/littleS3.ts';
import type { Folder } from '#tests/helpers/folder.ts';
import { go } from '#tests/helpers/emit/tools.ts';

const TOKEN = 'a secret';
export const BEARER = { authorization: `Bearer ${TOKEN}` };

/** Variables of a router: the keys of `store1` to the last of so many. */
export const storeKeys = (stores: number): Record<string, string> =>
  Object.fromEntries(
    Array.from({ length: stores }, (_, i) => [
      [`STORE${i + 1}_ACCESS_KEY_ID`, KEY_ID],
      [`STORE${i + 1}_SECRET_ACCESS_KEY`, SECRET],
    ]).flat(),
  );

/** The same, with the secret of `BEARER` for writes. */
export const withWrites = (keys: Record<string, string>): Record<string, string> => ({
  ...keys,
  WRITE_TOKEN: TOKEN,
});

export const keyPath = (key: string): string => key.split('/').map(encodeURIComponent).join('/');

export const objectsIn = (store: TestStore, bucket: string) => {
  const found = store.server.buckets.get(bucket);
  if (!found) throw new Error(`the little S3 has no bucket ${bucket}`);
  return found;
};

/** The text of an object; null: there is none. */
export const bodyIn = (objects: ReturnType<typeof objectsIn>, key: string): string | null => {
  const found = objects.get(key);
  return found ? Buffer.from(found.body).toString() : null;
};

export interface Said {
  status: number;
  store: string | null;
  text: string;
}
export type Ask = (key: string, init?: RequestInit) => Promise<Said>;

export const said = async (answer: Response): Promise<Said> => ({
  status: answer.status,
  store: answer.headers.get('x-stowage-store'),
  text: await answer.text(),
});

/** Compiles modules of `router/`, each importing only those before it, and loads the last. */
export async function loadWorker(folder: Folder, modules: readonly string[]): Promise<unknown> {
  for (const name of modules) {
    const { outputText } = ts.transpileModule(folder.read(`router/${name}.ts`), {
      compilerOptions: { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ES2022 },
    });
    folder.write(`router/${name}.mjs`, outputText.replaceAll(/"\.\/(\w+)"/g, '"./$1.mjs"'));
  }
  const file = path.join(folder.path, `router/${modules.at(-1)}.mjs`);
  return import(/* @vite-ignore */ pathToFileURL(file).href);
}

/** What the strict compiler finds wrong with a module and all that it imports. */
export function typeProblems(file: string): string[] {
  const program = ts.createProgram([file], {
    strict: true,
    noEmit: true,
    noUnusedLocals: true,
    noUncheckedIndexedAccess: true,
    noImplicitReturns: true,
    resolveJsonModule: true,
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    target: ts.ScriptTarget.ES2022,
    lib: ['lib.es2022.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts'],
    types: [],
  });
  return ts
    .getPreEmitDiagnostics(program)
    .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, ' '));
}

/** What a Go test checks: at least a hundred cases that the worker answered. */
const CASES_OF = `package main

import (
	"encoding/json"
	"os"
	"testing"
)

func casesOf[Case any](t *testing.T) []Case {
	bytes, err := os.ReadFile(os.Getenv("CASES"))
	if err != nil {
		t.Fatal(err)
	}
	var cases []Case
	if err := json.Unmarshal(bytes, &cases); err != nil {
		t.Fatal(err)
	}
	if len(cases) < 100 {
		t.Fatalf("only %d cases", len(cases))
	}
	return cases
}
`;

/**
 * Fails unless gofmt changes nothing in `router/`, go vet finds nothing, and the Go test of this text, which asks `casesOf`,
 * passes on the cases.
 */
export async function expectGoAgrees(folder: Folder, cases: readonly unknown[], test: string): Promise<void> {
  const cwd = path.join(folder.path, 'router');
  // It names what it had to change.
  expect(await go(['fmt', './...'], cwd)).toBe('');
  await go(['vet', './...'], cwd);
  folder.write('cases.json', JSON.stringify(cases));
  folder.write('router/cases_test.go', CASES_OF);
  folder.write('router/agrees_test.go', test);
  const found = await go(['test', '-count=1', './...'], cwd, { CASES: path.join(folder.path, 'cases.json') });
  expect(found).toMatch(/^ok\s/);
}

/** Builds the router of a folder. */
export const buildRouter = (folder: Folder): Promise<string> =>
  go(['build', '-o', 'router', '.'], path.join(folder.path, 'router'));

export interface RunningRouter {
  url: string;
  metrics: string;
  kill(): void;
}

/** Starts a built router; it answers once this resolves. */
export async function startRouter(
  folder: Folder,
  args: readonly string[],
  env: Record<string, string>,
): Promise<RunningRouter> {
  const [front, metrics] = [`127.0.0.1:${await freePort()}`, `127.0.0.1:${await freePort()}`];
  const cwd = path.join(folder.path, 'router');
  const child = spawn(path.join(cwd, 'router'), [...args, '-listen', front, '-metrics', metrics], {
    cwd,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let told = '';
  child.stderr.on('data', (text: Buffer) => (told += text.toString()));
  const running = {
    url: `http://${front}`,
    metrics: `http://${metrics}/metrics`,
    kill: () => void child.kill(),
  };
  await until(async () => {
    if (child.exitCode !== null) throw new Error(`the router ended with ${child.exitCode}: ${told}`);
    return (await fetch(running.metrics).catch(() => null))?.ok;
  });
  return running;
}

/** As long as the test has patience. */
export async function until(done: () => Promise<boolean | undefined>): Promise<void> {
  while (!(await done())) await wait(20);
}

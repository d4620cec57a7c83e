import { test } from 'vitest';
import { killWriters } from '#tests/helpers/files/kill-writers.ts';

test('a writer killed at 200 random moments leaves whole files, and folders with all of theirs', () =>
  killWriters(200));

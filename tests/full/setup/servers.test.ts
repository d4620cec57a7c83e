// needs: gofakes3
import { expect, test } from 'vitest';
import { theServer } from '#tests/helpers/theServer.ts';

test('a server starts once, for the first who asks', async () => {
  const [first, second] = await Promise.all([theServer('gofakes3'), theServer('gofakes3')]);
  expect(second).toBe(first);
  expect((await fetch(first)).status).toBe(200);
});

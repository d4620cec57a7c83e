import { describe, expect, test } from 'vitest';
import { TooLong } from '#stores/http/exchange.ts';
import { timedCall } from '#stores/sdk/asked.ts';

const error = (name: string, code?: unknown) =>
  Object.assign(new Error('x'), { name }, code === undefined ? {} : { code });

describe("the failure of a call of AWS's client", () => {
  // The client renames errors of the first three codes to "TimeoutError".
  test.each([
    [error('TimeoutError', 'ECONNRESET'), 'reset', 'ECONNRESET'],
    [error('TimeoutError', 'EPIPE'), 'reset', 'EPIPE'],
    [error('TimeoutError', 'ETIMEDOUT'), 'timeout', 'ETIMEDOUT'],
    [error('TimeoutError'), 'timeout', 'TimeoutError'],
    [error('TimeoutError', 23), 'timeout', 'TimeoutError'],
    [error('Error', 'ECONNREFUSED'), 'refused', 'ECONNREFUSED'],
    [error('Error', 'HPE_INVALID_CONSTANT'), 'protocol', 'HPE_INVALID_CONSTANT'],
    [error('Error'), 'reset', 'Error'],
    [new TooLong(1), 'size', 'Error'],
  ])('is told by its code, and by its name where it has none: %o', async (thrown, failure, detail) => {
    const answer = await timedCall(
      () => Promise.reject(thrown),
      () => null,
    );
    expect(answer).toMatchObject({ status: null, failure, detail });
  });

  test('of a reply whose connection is reset is a truncated body', async () => {
    const answer = await timedCall(
      ({ begun }) => {
        begun({ status: 200, headers: {} });
        return Promise.reject(error('TimeoutError', 'ECONNRESET'));
      },
      () => null,
    );
    expect(answer).toMatchObject({ status: 200, failure: 'truncated' });
  });
});

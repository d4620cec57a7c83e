/** Packages that only some runs need, and that are not part of what is installed. */
import { errorCode, messageOf } from '#core/message-of.ts';

/** A client that cannot be had here. Says what to do. */
export class ClientError extends Error {
  override name = 'ClientError';
}

/** Throws `ClientError` where the package is not there, or does not load. `load` is written out, so that a bundler sees it. */
export async function loadPackage<T>(name: string, load: () => Promise<T>): Promise<T> {
  try {
    return await load();
  } catch (error) {
    const why = messageOf(error);
    const isMissing = errorCode(error) === 'ERR_MODULE_NOT_FOUND';
    throw new ClientError(
      isMissing
        ? `this client needs the package ${name}, which is not installed; install it beside stowage with "npm install ${name}", or leave the client at wire`
        : `the package ${name} does not load on Node ${process.versions.node} (${why}); leave the client at wire`,
    );
  }
}

/** What a worker thread of a probe begins with, where there is no built program. */
import { measureForPool } from '../../src/probe/workers/worker.ts';

await measureForPool();

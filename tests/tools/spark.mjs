// Spark, which tests run for real: PySpark, and the machine's own Java.
import path from 'node:path';
import { capture, SetupError } from '../../src/setup/place.mjs';
import { pythonPackage } from './python-tools.mjs';

const leastJava = 17;

/** @returns {Promise<{ submit: string, env: NodeJS.ProcessEnv }>} The command, and the environment that it needs. */
export async function sparkSubmit() {
  const { status, stderr } = await capture('java', ['-version']);
  const version = /version "(\d+)/.exec(stderr)?.[1];
  if (status !== 0 || Number(version) < leastJava)
    throw new SetupError(`Spark needs Java ${leastJava} or newer; install it, then run this again`);
  const folder = await pythonPackage('pyspark');
  return {
    submit: path.join(folder, 'bin/spark-submit'),
    env: { ...process.env, PYTHONPATH: folder, SPARK_HOME: path.join(folder, 'pyspark') },
  };
}

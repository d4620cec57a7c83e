/** The files of a router: the route as data, and what reads it. */
import type { Scenario } from '#core/scenario/scenario.ts';
import type { Course } from '../course-types.ts';
import type { EmitKind, EmittedFile } from '../kinds.ts';
import { ROUTE_SCHEMA, routeOf } from '../route.ts';
import type { RouteHead } from '../route.ts';
import { GO_CACHE_SOURCE } from './go-cache.ts';
import { GO_KEYS_SOURCE } from './go-keys.ts';
import { GO_METRICS_SOURCE } from './go-metrics.ts';
import { GO_ROUTE_SOURCE } from './go-route.ts';
import { GO_S3_SOURCE } from './go-s3.ts';
import { GO_MAIN_SOURCE, GO_MOD } from './go-server.ts';
import { GO_SPLIT_SOURCE } from './go-split.ts';
import { GO_WRITE_SOURCE } from './go-write.ts';
import { WORKER_CACHE_SOURCE } from './worker-cache.ts';
import { POPULAR_SOURCE, WORKER_KEYS_SOURCE } from './worker-keys.ts';
import { WORKER_SOURCE } from './worker-server.ts';
import { WORKER_SPLIT_SOURCE } from './worker-split.ts';

/** Of the kinds that are asked for; the route comes with each. */
export function routerFiles(
  course: Course,
  scenario: Scenario,
  head: RouteHead,
  kinds: readonly EmitKind[],
): EmittedFile[] {
  const first = (['route', 'worker', 'go'] as const).find((kind) => kinds.includes(kind));
  if (!first) return [];
  const json = (value: object) => `${JSON.stringify(value, null, 2)}\n`;
  const files: [kind: EmitKind, name: string, text: string | null][] = [
    [first, 'route.json', json(routeOf(course, scenario, head))],
    [first, 'route.schema.json', json(ROUTE_SCHEMA)],
    ['worker', 'worker.ts', WORKER_SOURCE],
    ['worker', 'cache.ts', course.cache ? WORKER_CACHE_SOURCE : null],
    ['worker', 'split.ts', course.split ? WORKER_SPLIT_SOURCE : null],
    ['worker', 'keys.ts', course.split ? WORKER_KEYS_SOURCE : null],
    ['worker', 'popular.mjs', course.split?.by === 'popularity' ? POPULAR_SOURCE : null],
    ['worker', 'wrangler.json', json(wranglerOf(course, scenario.asOf))],
    ['go', 'go.mod', GO_MOD],
    ['go', 'main.go', GO_MAIN_SOURCE],
    ['go', 'route.go', GO_ROUTE_SOURCE],
    ['go', 's3.go', GO_S3_SOURCE],
    ['go', 'metrics.go', GO_METRICS_SOURCE],
    ['go', 'write.go', course.cache || course.split ? GO_WRITE_SOURCE : null],
    ['go', 'cache.go', course.cache ? GO_CACHE_SOURCE : null],
    ['go', 'split.go', course.split ? GO_SPLIT_SOURCE : null],
    ['go', 'keys.go', course.split ? GO_KEYS_SOURCE : null],
  ];
  return files.flatMap(([kind, name, text]) =>
    text !== null && kinds.includes(kind) ? [{ path: `router/${name}`, kind, text, runs: false }] : [],
  );
}

function wranglerOf({ buckets, cache, split }: Course, asOf: string): object {
  return {
    $schema: 'node_modules/wrangler/config-schema.json',
    name: 'stowage-router',
    main: cache ? 'cache.ts' : split ? 'split.ts' : 'worker.ts',
    compatibility_date: asOf,
    r2_buckets: buckets
      .filter(({ kind }) => kind === 'r2')
      .map(({ id, name }) => ({ binding: id.toUpperCase(), bucket_name: name })),
    // Wrangler makes the namespace where there is none: https://developers.cloudflare.com/changelog/2025-10-24-automatic-resource-provisioning
    ...(split?.by === 'popularity' ? { kv_namespaces: [{ binding: 'POPULAR' }] } : {}),
  };
}

/** The files of a router: the route as data, and what reads it. */
import type { Scenario } from '#core/scenario/scenario.ts';
import { r2Jurisdiction } from './buckets.ts';
import type { Course } from './course-types.ts';
import type { EmitKind, EmittedFile } from './kinds.ts';
import { routeOf } from './route.ts';
import type { RouteHead } from './route.ts';
import ROUTE_SCHEMA from './templates/route.schema.json?raw';
import GO_CACHE from './templates/router-go/cache.go?raw';
import GO_MOD from './templates/router-go/go.mod?raw';
import GO_KEYS from './templates/router-go/keys.go?raw';
import GO_MAIN from './templates/router-go/main.go?raw';
import GO_METRICS from './templates/router-go/metrics.go?raw';
import GO_ROUTE from './templates/router-go/route.go?raw';
import GO_S3 from './templates/router-go/s3.go?raw';
import GO_SHARED_KEY from './templates/router-go/sharedkey.go?raw';
import GO_SPLIT from './templates/router-go/split.go?raw';
import GO_WRITE from './templates/router-go/write.go?raw';
import WORKER_CACHE from './templates/router-worker/cache.ts?raw';
import WORKER_KEYS from './templates/router-worker/keys.ts?raw';
import WORKER_POPULAR from './templates/router-worker/popular.mjs?raw';
import WORKER_SPLIT from './templates/router-worker/split.ts?raw';
import WORKER_MAIN from './templates/router-worker/worker.ts?raw';

/**
 * Of the kinds that are asked for; the route comes with each. No program where readers ask one bucket for life, and no Worker
 * where all readers, or their CDNs, are inside a cloud: it runs outside, and what it passes on would leave their cloud as billed egress.
 */
export function routerFiles(
  course: Course,
  scenario: Scenario,
  head: RouteHead,
  kinds: readonly EmitKind[],
): EmittedFile[] {
  const isOfUse: Partial<Record<EmitKind, boolean>> = {
    route: true,
    worker: course.routers.worker,
    go: course.routers.go,
  };
  const [first] = (['route', 'worker', 'go'] as const).filter(
    (kind) => kinds.includes(kind) && isOfUse[kind],
  );
  if (!first) return [];
  const json = (value: object) => `${JSON.stringify(value, null, 2)}\n`;
  const files: [kind: EmitKind, name: string, text: string | null][] = [
    [first, 'route.json', json(routeOf(course, scenario, head))],
    [first, 'route.schema.json', ROUTE_SCHEMA],
    ['worker', 'worker.ts', WORKER_MAIN],
    ['worker', 'cache.ts', course.cache ? WORKER_CACHE : null],
    ['worker', 'split.ts', course.split ? WORKER_SPLIT : null],
    ['worker', 'keys.ts', course.split ? WORKER_KEYS : null],
    ['worker', 'popular.mjs', course.split?.by === 'popularity' ? WORKER_POPULAR : null],
    ['worker', 'wrangler.json', json(wranglerOf(course, scenario.asOf))],
    ['go', 'go.mod', GO_MOD],
    ['go', 'main.go', GO_MAIN],
    ['go', 'route.go', GO_ROUTE],
    ['go', 's3.go', GO_S3],
    ['go', 'sharedkey.go', GO_SHARED_KEY],
    ['go', 'metrics.go', GO_METRICS],
    ['go', 'write.go', course.cache || course.split ? GO_WRITE : null],
    ['go', 'cache.go', course.cache ? GO_CACHE : null],
    ['go', 'split.go', course.split ? GO_SPLIT : null],
    ['go', 'keys.go', course.split ? GO_KEYS : null],
  ];
  return files.flatMap(([kind, name, text]) =>
    text !== null && kinds.includes(kind) && isOfUse[kind]
      ? [{ path: `router/${name}`, kind, text, runs: false }]
      : [],
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
      .map(({ id, name, region }) => ({
        binding: id.toUpperCase(),
        bucket_name: name,
        ...r2Jurisdiction(region),
      })),
    // Wrangler makes the namespace where there is none: https://developers.cloudflare.com/changelog/2025-10-24-automatic-resource-provisioning
    ...(split?.by === 'popularity' ? { kv_namespaces: [{ binding: 'POPULAR' }] } : {}),
  };
}

/** Where each published trace keeps the columns of a request, by its publisher's page. */
import type { LogFormat } from './format.ts';

/** Of a sample of requests, rates must be scaled by hand. */
const SAMPLED = 'The published trace is a sample: rates are those of the sample.';

export const TRACE_FORMATS: readonly LogFormat[] = [
  {
    id: 'ibm-cos-trace',
    title: 'IBM COS traces',
    documented: 'http://iotta.snia.org',
    wants: 'lines such as "1232488 REST.GET.OBJECT 95d363d3fbdc0b03 1168 0 1167"',
    shape: {
      by: 'position',
      separator: ' ',
      line: /^\d{1,15} REST\.[A-Z.]+ [0-9a-fA-F]+( \d{1,18}( \d{1,18} -?\d{1,18})?)?\s*$/,
    },
    time: { cells: ['1'], clock: 'ms' },
    operation: '2',
    key: ['3'],
    size: '4',
    sent: ['5', '6'],
  },
  {
    id: 'cachelib-kv-trace',
    title: 'Meta CacheLib traces of keys and values',
    documented: 'https://cachelib.org/docs/Cache_Library_User_Guides/Cachebench_FB_HW_eval/',
    wants: 'columns op_time, key, op, op_count, size, cache_hits',
    shape: {
      by: 'name',
      kinds: ['csv', 'parquet'],
      has: ['op_time', 'key', 'op', 'op_count', 'size', 'cache_hits'],
    },
    time: { cells: ['op_time'], clock: 's' },
    operation: 'op',
    key: ['key'],
    size: 'size',
    requests: 'op_count',
    notes: [SAMPLED, 'A row may stand for many requests of one second.'],
  },
  {
    id: 'cachelib-block-trace',
    title: 'Meta CacheLib traces of blocks',
    documented: 'https://cachelib.org/docs/Cache_Library_User_Guides/Cachebench_FB_HW_eval/',
    wants: 'columns op_time, block_id, io_size, op_name, op_count',
    shape: {
      by: 'name',
      kinds: ['csv', 'parquet'],
      has: ['op_time', 'block_id', 'io_size', 'op_name', 'op_count'],
    },
    time: { cells: ['op_time'], clock: 's' },
    operation: 'op_name',
    key: ['block_id'],
    sent: 'io_size',
    received: 'io_size',
    requests: 'op_count',
    notes: [SAMPLED],
  },
  {
    id: 'twitter-cache-trace',
    title: 'Twitter cache traces',
    documented: 'https://github.com/twitter/cache-trace',
    wants: 'rows of 7 such as "0,key,68,2,client,get,0"',
    shape: { by: 'position', separator: ',', line: /^\d+,[^,]*,\d+,\d+,[^,]*,[a-z]+,\d+\s*$/ },
    time: { cells: ['1'], clock: 's' },
    operation: '6',
    key: ['2'],
    size: '4',
    reader: '5',
  },
  {
    id: 'wikipedia-cdn-trace',
    title: 'Wikipedia CDN traces',
    documented: 'https://github.com/sunnyszy/lrb',
    wants: 'rows of three or more whole numbers: time, id, size',
    shape: { by: 'position', separator: ' ', line: /^\d+ \d+ \d+( \d+)*\s*$/ },
    time: { cells: ['1'], clock: 's' },
    operation: '1',
    everyRequest: 'GetObject',
    key: ['2'],
    size: '3',
    notes: ['The trace holds reads alone. Times of some copies are a counter and no clock.'],
  },
];

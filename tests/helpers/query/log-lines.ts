/** The same requests as each provider's log writes them, line by line as its page documents them (`documented` of the format). */
import { accessLogLine, requestCsv } from './helpers.ts';
import type { Request } from './recount.ts';

export interface TimedRequest extends Request {
  totalMs: number;
  firstMs: number;
}

interface LogText {
  header?: string;
  line(request: TimedRequest): string;
  /** It does not write the size of a whole object beside what was sent. */
  isWithoutSizes?: boolean;
  /** It holds reads alone. */
  isReadsOnly?: boolean;
  hasTimes?: boolean;
}

const VERBS = { GetObject: 'GET', PutObject: 'PUT', DeleteObject: 'DELETE', HeadObject: 'HEAD' } as const;
const status = (one: Request) =>
  one.failed ? 503 : one.operation === 'GetObject' && one.sentBytes < one.sizeBytes ? 206 : 200;
const sent = (one: Request) => (one.operation === 'GetObject' && !one.failed ? one.sentBytes : 0);
const received = (one: Request) => (one.operation === 'PutObject' ? one.sizeBytes : 0);
const iso = (one: Request) => new Date(one.atSeconds * 1000).toISOString();
const MONTHS = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ');
const clf = (one: Request) => {
  const [day = '', time = ''] = iso(one).slice(0, 19).split('T');
  const [year, month, date] = day.split('-');
  return `${date}/${MONTHS[Number(month) - 1]}/${year}:${time} +0000`;
};

const AZURE = {
  GetObject: 'GetBlob',
  PutObject: 'PutBlob',
  DeleteObject: 'DeleteBlob',
  HeadObject: 'GetBlobProperties',
};
const GOOGLE = {
  GetObject: 'GET_Object',
  PutObject: 'PUT_Object',
  DeleteObject: 'DELETE_Object',
  HeadObject: 'HEAD_Object',
};
const CLOUDFRONT =
  'date time x-edge-location sc-bytes c-ip cs-method cs(Host) cs-uri-stem sc-status cs(Referer) cs(User-Agent) cs-uri-query cs(Cookie) x-edge-result-type x-edge-request-id x-host-header cs-protocol cs-bytes time-taken x-forwarded-for ssl-protocol ssl-cipher x-edge-response-result-type cs-protocol-version fle-status fle-encrypted-fields c-port time-to-first-byte x-edge-detailed-result-type sc-content-type sc-content-len sc-range-start sc-range-end';

export const LOG_TEXTS: Readonly<Record<string, LogText>> = {
  's3-access-log': {
    line: (one) => accessLogLine(one).replace(' 41 28 ', ` ${one.totalMs} ${one.firstMs} `),
    hasTimes: true,
  },
  'ibm-cos-trace': {
    line: (one) =>
      `${one.atSeconds * 1000} REST.${VERBS[one.operation]}.OBJECT ${Buffer.from(one.key).toString('hex')} ${one.sizeBytes}${one.operation === 'GetObject' ? ` 0 ${one.sentBytes - 1}` : ''}`,
  },
  'alb-access-log': {
    line: (one) =>
      `https ${iso(one).replace('Z', '000Z')} app/my-loadbalancer/50dc6c495c0c9188 ${one.reader}:2817 10.0.0.1:80 0.000 ${(one.firstMs / 1000).toFixed(3)} 0.001 ${status(one)} ${status(one)} ${received(one)} ${sent(one)} "${VERBS[one.operation]} https://www.example.com:443/${one.key} HTTP/1.1" "curl/7.46.0" ECDHE-RSA-AES128-GCM-SHA256 TLSv1.2 arn:aws:elasticloadbalancing:us-east-2:123456789012:targetgroup/my-targets/73e2d6bc24d8a067 "Root=1-58337281-1d84f3d73c47ec4e58577259" "www.example.com" "-" 1 2018-07-02T22:22:48.364000Z "authenticate,forward" "-" "-" "10.0.0.1:80" "200" "-" "-"`,
    isWithoutSizes: true,
  },
  'nginx-access-log': {
    line: (one) =>
      `${one.reader} - - [${clf(one)}] "${VERBS[one.operation]} /${one.key} HTTP/1.1" ${status(one)} ${sent(one)} "-" "curl/7.46.0"`,
    isWithoutSizes: true,
  },
  'cloudfront-log': {
    header: `#Version: 1.0\n#Fields: ${CLOUDFRONT}`,
    line: (one) => {
      const [day, time] = iso(one).slice(0, 19).split('T');
      return `${day}\t${time}\tLAX1\t${sent(one)}\t${one.reader}\t${VERBS[one.operation]}\td111111abcdef8.cloudfront.net\t/${one.key}\t${status(one)}\t-\tcurl/7.46.0\t-\t-\tMiss\tSOX4xwn4XV6Q4rgb7XiVGOHms_BGlTAC4KyHmureZmBNrjGdRLiNIQ==\td111111abcdef8.cloudfront.net\thttps\t${received(one)}\t${(one.totalMs / 1000).toFixed(3)}\t-\tTLSv1.2\tECDHE-RSA-AES128-GCM-SHA256\tMiss\tHTTP/2.0\t-\t-\t11040\t${(one.firstMs / 1000).toFixed(3)}\tMiss\ttext/html\t78\t-\t-`;
    },
    isWithoutSizes: true,
    hasTimes: true,
  },
  'cloudflare-logpush': {
    line: (one) =>
      JSON.stringify({
        CacheCacheStatus: 'miss',
        ClientIP: one.reader,
        ClientRequestBytes: received(one),
        ClientRequestHost: 'files.example.com',
        ClientRequestMethod: VERBS[one.operation],
        ClientRequestURI: `/${one.key}`,
        EdgeEndTimestamp: iso(one),
        EdgeResponseBytes: sent(one),
        EdgeResponseStatus: status(one),
        EdgeStartTimestamp: iso(one),
        OriginResponseDurationMs: one.firstMs,
        RayID: '3a6050bcbe121a87',
      }),
    isWithoutSizes: true,
  },
  'google-usage-log': {
    header:
      '"time_micros","c_ip","c_ip_type","c_ip_region","cs_method","cs_uri","sc_status","cs_bytes","sc_bytes","time_taken_micros","cs_host","cs_referer","cs_user_agent","s_request_id","cs_operation","cs_bucket","cs_object"',
    line: (one) =>
      [
        one.atSeconds * 1e6,
        one.reader,
        1,
        '',
        VERBS[one.operation],
        `/download/storage/v1/b/example/o/${one.key}`,
        status(one),
        received(one),
        sent(one),
        one.totalMs * 1000,
        'storage.googleapis.com',
        '',
        'gsutil/5.1',
        'AAANsUmaKBTw8gqOSHDOdZ10MW802vI',
        GOOGLE[one.operation],
        'example',
        one.key,
      ]
        .map((cell) => `"${cell}"`)
        .join(','),
    isWithoutSizes: true,
    hasTimes: true,
  },
  'azure-resource-log': {
    line: (one) =>
      JSON.stringify({
        time: iso(one).replace('Z', '1234Z'),
        resourceId:
          '/subscriptions/0/resourceGroups/g/providers/Microsoft.Storage/storageAccounts/a/blobServices/default',
        category: 'StorageRead',
        operationName: AZURE[one.operation],
        operationVersion: '2017-04-17',
        schemaVersion: '1.0',
        statusCode: status(one),
        statusText: 'Success',
        durationMs: one.totalMs,
        callerIpAddress: one.reader,
        correlationId: 'b098185e-701e-0003-64f5-ff18e4000000',
        location: 'East US',
        properties: {
          accountName: 'a',
          userAgentHeader: 'azcopy',
          serviceType: 'blob',
          objectKey: `/a/files/${one.key}`,
          serverLatencyMs: one.firstMs,
          requestHeaderSize: 640,
          requestBodySize: received(one),
          responseHeaderSize: 217,
          responseBodySize: sent(one),
        },
        uri: `https://a.blob.core.windows.net/files/${one.key}`,
        protocol: 'HTTPS',
      }),
    isWithoutSizes: true,
    hasTimes: true,
  },
  'azure-log-table': {
    header:
      'TenantId,TimeGenerated [UTC],TimeGenerated,AccountName,OperationName,StatusCode,StatusText,DurationMs,CallerIpAddress,ObjectKey,ServerLatencyMs,RequestBodySize,ResponseBodySize',
    line: (one) =>
      `0,"${iso(one).slice(0, 19)}",${iso(one)},a,${AZURE[one.operation]},${status(one)},Success,${one.totalMs},${one.reader}:2817,"/a/files/${one.key}",${one.firstMs},${received(one)},${sent(one)}`,
    isWithoutSizes: true,
    hasTimes: true,
  },
  'minio-audit-log': {
    line: (one) =>
      JSON.stringify({
        version: '1',
        deploymentid: '8ca2b7ad-20cf-4d07-9efb-28b2f519f4a5',
        time: iso(one),
        event: '',
        trigger: 'incoming',
        api: {
          name: one.operation,
          bucket: 'data',
          object: one.key,
          status: 'OK',
          statusCode: status(one),
          rx: received(one),
          tx: sent(one),
          timeToFirstByte: `${one.firstMs * 1e6}ns`,
          timeToFirstByteInNS: String(one.firstMs * 1e6),
          timeToResponse: `${one.totalMs * 1e6}ns`,
          timeToResponseInNS: String(one.totalMs * 1e6),
        },
        remotehost: one.reader,
        requestID: '17B86CB0ED88EBE9',
      }),
    isWithoutSizes: true,
    hasTimes: true,
  },
  'cachelib-kv-trace': {
    header: 'op_time,key,key_size,op,op_count,size,cache_hits,ttl,usecase,sub_usecase',
    line: (one) => {
      const op = { GetObject: 'GET', PutObject: 'SET', DeleteObject: 'DELETE', HeadObject: 'HEAD' }[
        one.operation
      ];
      return `${one.atSeconds},${one.key},40,${op},1,${one.sizeBytes},1,0,366387042,3003229276`;
    },
  },
  'cachelib-block-trace': {
    header:
      'op_time,block_id,block_id_size,io_size,io_offset,user_name,user_namespace,op_name,op_count,host_name,rs_shard_id',
    line: (one) => {
      const op = {
        GetObject: 'getChunkData.Permanent',
        PutObject: 'putChunk.Permanent',
        DeleteObject: 'delete',
        HeadObject: 'head',
      }[one.operation];
      const moved = one.operation === 'GetObject' ? one.sentBytes : one.sizeBytes;
      return `${one.atSeconds},${one.key},40,${moved},0,4235083322,3487869255,${op},1,518845025,4`;
    },
    isWithoutSizes: true,
  },
  'twitter-cache-trace': {
    line: (one) => {
      const op = { GetObject: 'get', PutObject: 'set', DeleteObject: 'delete', HeadObject: 'head' }[
        one.operation
      ];
      return `${one.atSeconds},${one.key},9,${one.sizeBytes},${one.reader},${op},0`;
    },
  },
  'wikipedia-cdn-trace': {
    line: (one) =>
      `${one.atSeconds} ${parseInt(Buffer.from(one.key).toString('hex').slice(0, 12), 16)} ${one.sizeBytes} 0 3`,
    isReadsOnly: true,
  },
};

export function logText(id: string, requests: readonly TimedRequest[]): string {
  if (id === 'request-table') return requestCsv(requests);
  const text = LOG_TEXTS[id];
  if (!text) throw new RangeError(`no lines of ${id}`);
  const lines = requests.map((one) => text.line(one));
  return `${[...(text.header === undefined ? [] : [text.header]), ...lines].join('\n')}\n`;
}

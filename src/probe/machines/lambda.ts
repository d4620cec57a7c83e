/** Functions of AWS Lambda, one for each memory size, deployed to each region: what serverless readers see. */
import { stringify } from 'yaml';
import { PLAIN } from './machines.ts';
import type { MachineFile, MachinesAsked } from './machines.ts';

export interface LambdaAsked extends MachinesAsked {
  regions: readonly string[];
  memoryMiB: readonly number[];
}

const NAME = 'stowage-probe';
const MOST_SECONDS = 900;

/** The bundle goes beside the handler. Journals come back in the answer, packed, and are merged by region and size. */
export function lambdaFunctions({
  plan,
  shards,
  startAt,
  trusted,
  regions,
  memoryMiB,
}: LambdaAsked): MachineFile[] {
  const functions = memoryMiB.map((size) => [
    `Probe${size}`,
    {
      Type: 'AWS::Lambda::Function',
      Properties: {
        FunctionName: `${NAME}-${size}`,
        Runtime: 'nodejs22.x',
        Architectures: ['arm64'],
        Handler: 'handler.handler',
        MemorySize: size,
        Timeout: MOST_SECONDS,
        Role: { 'Fn::GetAtt': ['Role', 'Arn'] },
        Code: { S3Bucket: { Ref: 'CodeBucket' }, S3Key: { Ref: 'CodeKey' } },
      },
    },
  ]);
  const template = {
    AWSTemplateFormatVersion: '2010-09-09',
    Description: 'Probes of object stores, one function for each memory size',
    Parameters: {
      CodeBucket: { Type: 'String', Description: 'bucket in this region that holds the zip' },
      CodeKey: { Type: 'String', Default: `${NAME}.zip` },
      TargetBucket: { Type: 'String', Description: 'bucket that is measured; the functions may write to it' },
    },
    Resources: {
      Role: {
        Type: 'AWS::IAM::Role',
        Properties: {
          AssumeRolePolicyDocument: {
            Version: '2012-10-17',
            Statement: [
              { Effect: 'Allow', Principal: { Service: 'lambda.amazonaws.com' }, Action: 'sts:AssumeRole' },
            ],
          },
          ManagedPolicyArns: [
            { 'Fn::Sub': 'arn:${AWS::Partition}:iam::aws:policy/service-role/AWSLambdaBasicExecutionRole' },
          ],
          Policies: [
            {
              PolicyName: 'measure',
              PolicyDocument: {
                Version: '2012-10-17',
                Statement: [
                  {
                    Effect: 'Allow',
                    Action: [
                      's3:PutObject',
                      's3:GetObject',
                      's3:DeleteObject',
                      's3:ListBucket',
                      's3:AbortMultipartUpload',
                      's3:ListBucketMultipartUploads',
                      's3express:CreateSession',
                    ],
                    Resource: [
                      { 'Fn::Sub': 'arn:${AWS::Partition}:s3:::${TargetBucket}' },
                      { 'Fn::Sub': 'arn:${AWS::Partition}:s3:::${TargetBucket}/*' },
                      {
                        'Fn::Sub':
                          'arn:${AWS::Partition}:s3express:${AWS::Region}:${AWS::AccountId}:bucket/${TargetBucket}',
                      },
                    ],
                  },
                ],
              },
            },
          ],
        },
      },
      ...Object.fromEntries(functions),
    },
  };
  return [
    { name: 'template.yaml', text: stringify(template, PLAIN) },
    { name: 'handler.mjs', text: HANDLER },
    { name: 'take.mjs', text: TAKE },
    ...Array.from({ length: shards }, (_, i) => ({
      name: `asks/${i + 1}.json`,
      text: `${JSON.stringify({ shard: `${i + 1}/${shards}`, ...(startAt === null ? {} : { startAt }), ...(trusted.length === 0 ? {} : { trusted }), plan }, null, 2)}\n`,
    })),
    { name: 'run.sh', text: runScript(shards, regions, memoryMiB), isProgram: true },
  ];
}

/** Runs the bundle as anybody would; place and runtime are those of the function. */
const HANDLER = `// One shard in one function: { plan, shard: "1/4", startAt, trusted } → { exit, said, journal: gzip in base64 }.
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';

const here = path.dirname(fileURLToPath(import.meta.url));
const program = process.env.STOWAGE_PROGRAM ?? path.join(here, 'dist/cli/stowage.mjs');

export async function handler({ plan, shard, startAt, trusted = [] }) {
  const work = mkdtempSync(path.join(tmpdir(), 'probe-'));
  try {
    const from = \`aws/\${process.env.AWS_REGION}\`;
    const runtime = \`AWS Lambda, \${process.env.AWS_LAMBDA_FUNCTION_MEMORY_SIZE} MiB\`;
    writeFileSync(path.join(work, 'plan.json'), JSON.stringify({ ...plan, from, runtime }));
    const args = ['probe', 'run', 'plan.json', '--shard', shard, '--out', 'journal'];
    if (startAt) args.push('--start-at', startAt);
    for (const host of trusted) args.push('--trust-endpoint', host);
    const child = spawn(process.execPath, [program, ...args], { cwd: work });
    let said = '';
    child.stderr.on('data', (text) => (said = (said + text).slice(-4000)));
    child.stdout.resume();
    const exit = await new Promise((resolve) => child.on('close', resolve));
    const file = path.join(work, 'journal/journal.ndjson');
    const journal = existsSync(file) ? gzipSync(readFileSync(file)).toString('base64') : null;
    return { exit, said, journal };
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}
`;

const TAKE = `// node take.mjs FOLDER: keeps the journal of the answer in it, and says what went wrong, if anything did.
import { readFileSync, writeFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';

const [folder] = process.argv.slice(2);
const { exit, journal, said, errorMessage } = JSON.parse(readFileSync(\`\${folder}/answer.json\`, 'utf8'));
if (journal) writeFileSync(\`\${folder}/journal.ndjson\`, gunzipSync(Buffer.from(journal, 'base64')));
if (exit !== 0) {
  console.error(\`\${folder}: \${said || errorMessage || 'the function said nothing'}\`);
  process.exit(1);
}
`;

/** All numbers and names here were checked: nothing in it is anybody's text. */
function runScript(shards: number, regions: readonly string[], memoryMiB: readonly number[]): string {
  return `#!/usr/bin/env bash
# Asks every function for its shards and keeps the journals; then merges each region and size into a dataset.
# Before: zip -r ${NAME}.zip handler.mjs dist, to a bucket of each region, and template.yaml deployed there.
set -euo pipefail
cd "$(dirname "\${BASH_SOURCE[0]}")"
for region in ${regions.join(' ')}; do
  for memory in ${memoryMiB.join(' ')}; do
    asked=()
    for shard in $(seq 1 ${shards}); do
      folder="journals/$region-$memory/$shard"
      mkdir -p "$folder"
      (
        aws lambda invoke --region "$region" --function-name "${NAME}-$memory" --cli-read-timeout ${MOST_SECONDS} \\
          --cli-binary-format raw-in-base64-out --payload "file://asks/$shard.json" "$folder/answer.json" >/dev/null
        node take.mjs "$folder"
      ) &
      asked+=($!)
    done
    for one in "\${asked[@]}"; do wait "$one"; done
    stowage probe merge "journals/$region-$memory"/* --out "datasets/lambda-$region-$memory"
  done
done
`;
}

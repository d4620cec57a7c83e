/** An Indexed Job of Kubernetes: a pod for each shard, journals on a volume that outlives the pods. */
import { stringify } from 'yaml';
import { PLAIN, runFlags } from './machines.ts';
import type { MachineFile, MachinesAsked } from './machines.ts';

const NAME = 'stowage-probe';

/** `image` holds `stowage` on its PATH. A pod that dies is begun again, and goes on from its journal. */
export function kubernetesJob(asked: MachinesAsked, image: string): MachineFile[] {
  const { plan, shards } = asked;
  const own = '$((JOB_COMPLETION_INDEX + 1))';
  const command = `exec stowage probe run /plan/plan.yaml --shard ${own}/${shards}${runFlags(asked)} --out /results/shard-${own}`;
  const labels = { 'app.kubernetes.io/name': NAME };
  const objects = [
    {
      apiVersion: 'v1',
      kind: 'ConfigMap',
      metadata: { name: NAME, labels },
      data: { 'plan.yaml': stringify(plan, PLAIN) },
    },
    {
      apiVersion: 'v1',
      kind: 'PersistentVolumeClaim',
      metadata: { name: `${NAME}-results`, labels },
      spec: { accessModes: ['ReadWriteMany'], resources: { requests: { storage: '5Gi' } } },
    },
    {
      apiVersion: 'batch/v1',
      kind: 'Job',
      metadata: { name: NAME, labels },
      spec: {
        completions: shards,
        parallelism: shards,
        completionMode: 'Indexed',
        backoffLimit: 6 * shards,
        template: {
          metadata: { labels },
          spec: {
            restartPolicy: 'OnFailure',
            // One machine a shard: two on one would measure each other.
            topologySpreadConstraints: [
              {
                maxSkew: 1,
                topologyKey: 'kubernetes.io/hostname',
                whenUnsatisfiable: 'ScheduleAnyway',
                labelSelector: { matchLabels: labels },
              },
            ],
            containers: [
              {
                name: 'probe',
                image,
                command: ['sh', '-c', command],
                envFrom: [{ secretRef: { name: `${NAME}-keys`, optional: true } }],
                resources: { requests: { cpu: '1', memory: '1Gi' } },
                volumeMounts: [
                  { name: 'plan', mountPath: '/plan', readOnly: true },
                  { name: 'results', mountPath: '/results' },
                ],
              },
            ],
            volumes: [
              { name: 'plan', configMap: { name: NAME } },
              { name: 'results', persistentVolumeClaim: { claimName: `${NAME}-results` } },
            ],
          },
        },
      },
    },
  ];
  const head = [
    `# ${shards} pods measure one plan. Keys: kubectl create secret generic ${NAME}-keys --from-literal=AWS_ACCESS_KEY_ID=…`,
    `# Then: kubectl apply -f job.yaml, and when all are done, with the volume at hand:`,
    `# stowage probe merge results/shard-* --out datasets/NAME`,
  ].join('\n');
  return [
    { name: 'job.yaml', text: `${head}\n${objects.map((one) => stringify(one, PLAIN)).join('---\n')}` },
  ];
}

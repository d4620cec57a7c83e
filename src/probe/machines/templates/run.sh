#!/usr/bin/env bash
# Asks every function for its shards and keeps the journals; then merges each region and size into a dataset.
# Before: zip -r stowage-probe.zip handler.mjs dist, to a bucket of each region, and template.yaml deployed there.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")"
for region in REGIONS; do
  for memory in MEMORY; do
    asked=()
    for shard in $(seq 1 SHARDS); do
      folder="journals/$region-$memory/$shard"
      mkdir -p "$folder"
      (
        aws lambda invoke --region "$region" --function-name "stowage-probe-$memory" --cli-read-timeout 900 \
          --cli-binary-format raw-in-base64-out --payload "file://asks/$shard.json" "$folder/answer.json" >/dev/null
        node take.mjs "$folder"
      ) &
      asked+=($!)
    done
    for one in "${asked[@]}"; do wait "$one"; done
    stowage probe merge "journals/$region-$memory"/* --out "datasets/lambda-$region-$memory"
  done
done

#!/usr/bin/env bash
# TITLE
# Writes the OBJECTS keys that were read most in the last days, the most read first: no plan can know them in advance.
# Reads either or both of:
#   STOWAGE_READS    a folder of files with one key a line for each read, as the router in Go writes them (-reads FOLDER)
#   STOWAGE_S3_LOGS  a folder of S3 server access logs
# Needs find, awk and sort, which sorts on disk what is larger than memory.
set -euo pipefail
export LC_ALL=C

keys=${STOWAGE_KEYS:-/opt/stowage/keys.txt}
most=${STOWAGE_MOST:-OBJECTS}
days=${STOWAGE_DAYS:-30}
if [ -z "${STOWAGE_READS:-}${STOWAGE_S3_LOGS:-}" ]; then
  echo "stowage: name a folder of reads in STOWAGE_READS or STOWAGE_S3_LOGS" >&2
  exit 1
fi

# Keys of S3's logs are encoded twice.
decoded() {
  awk 'BEGIN {
      for (i = 0; i < 256; i++) letter[sprintf("%02X", i)] = sprintf("%c", i)
    }
    function once(text,    done, at, code) {
      gsub(/\+/, " ", text)
      done = ""
      while (at = index(text, "%")) {
        code = toupper(substr(text, at + 1, 2))
        if (code in letter) { done = done substr(text, 1, at - 1) letter[code]; text = substr(text, at + 3) }
        else { done = done substr(text, 1, at); text = substr(text, at + 1) }
      }
      return done text
    }
    { print once(once($0)) }'
}

reads() {
  if [ -n "${STOWAGE_READS:-}" ]; then
    find "$STOWAGE_READS" -type f -mtime "-$days" -exec cat {} +
  fi
  if [ -n "${STOWAGE_S3_LOGS:-}" ]; then
    find "$STOWAGE_S3_LOGS" -type f -mtime "-$days" -exec cat {} + |
      awk '$8 ~ /^(REST|WEBSITE)\.GET\.OBJECT$/ && match($0, /" [23][0-9][0-9] /) { print $9 }' | decoded
  fi
}

new=$keys.new
reads | sed '/^$/d' | sort | uniq -c | sort -k1,1nr | awk -v most="$most" 'NR <= most { sub(/^ *[0-9]+ /, ""); print }' > "$new"
if [ ! -s "$new" ]; then
  rm -f "$new"
  echo "stowage: no read in the last $days days; the keys stay as they were" >&2
  exit 1
fi
mv "$new" "$keys"
echo "stowage: $(wc -l < "$keys") keys in $keys" >&2

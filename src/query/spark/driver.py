"""Runs the statements of `stowage derive --engine spark` on Spark.

    spark-submit driver.py PORT        the token that must come first is in STOWAGE_TOKEN

Stowage listens at the port, on this machine. One JSON object a line comes from it, and one a line goes back:
{"sql": "SELECT ..."} -> {"rows": [{...}]} or {"error": "the first line of what Spark says"}.
"""

import json
import os
import socket
import sys

from pyspark.sql import SparkSession

spark = (
    SparkSession.builder.appName("stowage derive")
    .config("spark.sql.ansi.enabled", "true")
    .config("spark.sql.parser.escapedStringLiterals", "true")
    .config("spark.sql.session.timeZone", "UTC")
    # A table is made of the one before: each would be parsed and analysed again down to the files whenever it is named.
    .config("spark.sql.legacy.storeAnalyzedPlanForView", "true")
    # To look for the best compression of each column takes as long as to read it, and to lower letters of all languages as long again.
    .config("spark.sql.inMemoryColumnarStorage.compressed", "false")
    .config("spark.sql.icu.caseMappings.enabled", "false")
    # Google's reports have colons in their names: a local file is read without a look for its checksum file, whose name is then none.
    .config("spark.hadoop.fs.file.impl", "org.apache.hadoop.fs.RawLocalFileSystem")
    .getOrCreate()
)
spark.sparkContext.setLogLevel("ERROR")
# Two hundred, Spark's own number, are too many for a small log and too few for a large cluster.
if not spark.sparkContext.getConf().contains("spark.sql.shuffle.partitions"):
    spark.conf.set("spark.sql.shuffle.partitions", 4 * spark.sparkContext.defaultParallelism)


def answer(sql):
    return [row.asDict() for row in spark.sql(sql).collect()]


def main():
    with socket.create_connection(("127.0.0.1", int(sys.argv[1]))) as line:
        stream = line.makefile("rw", encoding="utf-8", newline="\n")
        stream.write(os.environ["STOWAGE_TOKEN"] + "\n")
        stream.flush()
        for request in stream:
            try:
                reply = {"rows": answer(json.loads(request)["sql"])}
            except Exception as error:  # whatever it is, the caller is told
                reply = {"error": str(error).strip().split("\n")[0]}
            stream.write(json.dumps(reply) + "\n")
            stream.flush()


main()
spark.stop()

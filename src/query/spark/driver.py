"""Runs the statements of `stowage derive --engine spark` on Spark.

    spark-submit driver.py PORT        the token that must come first is in STOWAGE_TOKEN

Stowage listens at the port, on this machine. One JSON object a line comes from it, and one a line goes back.

{"sql": "SELECT ...", "args": [...]}      -> {"rows": [{...}]}      `args` take the place of `?`, in order
{"view": "event", "sql": "SELECT ..."}    -> {"rows": []}           kept, so that later statements do not compute it again
{"read": "lines", "as": "csv", ...}       -> {"rows": [{"name": "column"}]}   a view of files: text, csv, json or parquet
Whatever fails is {"error": "the first line of what Spark says"}. Spark's own log goes to standard error.
"""

import json
import os
import socket
import sys

from pyspark import StorageLevel
from pyspark.sql import SparkSession

spark = (
    SparkSession.builder.appName("stowage derive")
    .config("spark.sql.ansi.enabled", "false")
    .config("spark.sql.session.timeZone", "UTC")
    .config("spark.ui.showConsoleProgress", "false")
    .config("spark.sql.legacy.timeParserPolicy", "CORRECTED")
    .getOrCreate()
)
spark.sparkContext.setLogLevel("ERROR")


def keep(frame, name):
    frame.persist(StorageLevel.MEMORY_AND_DISK).createOrReplaceTempView(name)


def read(request):
    reader = spark.read
    paths = request["paths"]
    form = request["as"]
    if form == "text":
        frame = reader.text(paths).withColumnRenamed("value", "line")
    elif form == "csv":
        frame = reader.csv(paths, header=True, quote='"', escape='"', multiLine=request.get("multiLine", False))
    elif form == "json":
        frame = reader.json(paths, primitivesAsString=True)
    else:
        frame = reader.parquet(*paths)
    frame.createOrReplaceTempView(request["read"])
    return [{"name": name} for name in frame.columns]


def answer(request):
    if "read" in request:
        return read(request)
    frame = spark.sql(request["sql"], args=request.get("args") or None)
    if "view" in request:
        keep(frame, request["view"])
        return []
    return [row.asDict() for row in frame.collect()]


def main():
    with socket.create_connection(("127.0.0.1", int(sys.argv[1]))) as line:
        stream = line.makefile("rw", encoding="utf-8", newline="\n")
        stream.write(os.environ["STOWAGE_TOKEN"] + "\n")
        stream.flush()
        for request in stream:
            try:
                reply = {"rows": answer(json.loads(request))}
            except Exception as error:  # whatever it is, the caller is told
                reply = {"error": str(error).strip().split("\n")[0]}
            stream.write(json.dumps(reply, default=str) + "\n")
            stream.flush()


main()
spark.stop()

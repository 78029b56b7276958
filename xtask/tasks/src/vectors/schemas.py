"""Validates all files by their schemas with Python's jsonschema: python3 schemas.py VECTORS"""
import json
import pathlib
import sys

import jsonschema

vectors, count = pathlib.Path(sys.argv[1]), 0
for schema in sorted((vectors / "schema").iterdir()):
    schema, name = json.loads(schema.read_text("utf-8")), schema.name.removesuffix(".schema.json")
    jsonschema.Draft202012Validator.check_schema(schema)
    for path in [*vectors.glob(f"{name}.json"), *vectors.glob(f"*/{name}.json"), *vectors.glob(f"*/{name}-policy.json")]:
        jsonschema.Draft202012Validator(schema).validate(json.loads(path.read_text("utf-8")))
        count += 1
print(f"{count} files match their schemas")

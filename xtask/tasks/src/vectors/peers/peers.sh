# Installs the published implementations in the current directory and tests them: sh peers.sh VECTORS
#
# Prints the Markdown report of judge.py.
set -e
peers=$(dirname "$0") vectors=$1

# All messages go to standard error. The last version of scru160 is withdrawn.
{
  python3 -m pip install --upgrade --target python \
    scru128 scru64 scru160==0.2.3 ulid-flake python-ulid uuid6 uuid-utils typeid-python jsonschema
  npm install --no-save --no-package-lock --prefix . ulid scru128 uuid uuidv7 typeid-js ajv
  rm -rf rust/Cargo.* && mkdir -p rust/src
  cp "$peers/peers.rs" rust/src/main.rs && cd rust
  printf '[workspace]\n[package]\nname = "peers"\nedition = "2024"\n' >Cargo.toml
  cargo add ferroid rusty_ulid scru128 scru64 serde_json ulid uuid uuid7 --features ferroid/base32,ferroid/std,ferroid/ulid,uuid/v7
  cargo build --target-dir=target && cd ..
} >&2

python="PYTHONPATH=python python3 '$peers/peers.py'" node="node '$peers/peers.mjs' '$PWD'" rust=rust/target/debug/peers
echo "Tested on $(date --utc +%F). The schemas in ajv's strict mode: $(node "$peers/../schemas.mjs" "$vectors" "$PWD")." \
  "In Python's \`jsonschema\`: $(PYTHONPATH=python python3 "$peers/../schemas.py" "$vectors")."
echo
set --
for port in \
  "$python scru160 scru160" "$python scru128 scru128" "$python scru64 scru64" "$python python-ulid ulid" \
  "$python ulid-flake ulid-flake" "$python ulid-flake ulid-flake-scalable" "$python uuid6 uuid7" \
  "$python uuid-utils uuid7" "$python typeid-python uuid7" "$node scru128 scru128" "$node ulid ulid" "$node uuid uuid7" \
  "$node uuidv7 uuid7" "$node typeid-js uuid7" "$rust scru128 scru128" "$rust scru64 scru64" "$rust ulid ulid" \
  "$rust rusty_ulid ulid" "$rust ferroid ulid" "$rust uuid uuid7" "$rust uuid7 uuid7"; do
  set -- "$@" --port "$port"
done
python3 "$vectors/judge.py" --format markdown "$@" || test $? = 1 # Cases that differ are not an error.

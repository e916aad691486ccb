#!/bin/sh
# Make passwords for the users of the broker, the ACL file with their digests, and the variables for compose.yaml.
# What exists is kept: remove deploy/secrets to begin anew.
set -eu
cd "$(dirname "$0")"
umask 077
mkdir -p secrets
sed_script=""
for name in WORKER PLATFORM OPERATOR; do
  [ -s "secrets/$name" ] || od -An -N24 -tx1 /dev/urandom | tr -d ' \n' > "secrets/$name"
  digest=$(sha256sum < "secrets/$name" | cut -d' ' -f1)
  sed_script="$sed_script;s/#${name}_SHA256/#$digest/"
done
[ -s secrets/GRAFANA ] || od -An -N24 -tx1 /dev/urandom | tr -d ' \n' > secrets/GRAFANA
sed "${sed_script#;}" acl/users.acl > secrets/users.acl
# Mounted one by one, they are read by the accounts of the images; here the directory keeps others out.
chmod 700 secrets
chmod 644 secrets/users.acl secrets/OPERATOR secrets/GRAFANA
printf 'WORKER_PASSWORD=%s\n' "$(cat secrets/WORKER)" > .env
echo "deploy/secrets and deploy/.env are ready. The platform connects as user platform with the password in secrets/PLATFORM."

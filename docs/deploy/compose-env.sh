#!/bin/sh
# Writes the settings of compose.yaml and new secrets into the folder compose-env: one file for each kind of container.
# Usage: sh docs/deploy/compose-env.sh sea-vision.example.com '*.maps.example.net' you@example.com
# With `*.`, each map has its own host, and the proxy needs a wildcard certificate. Without it, all maps share one host.
set -eu
[ $# -eq 3 ] || { echo "Usage: $0 <host of the application> <*.host of the maps> <your mail address>" >&2; exit 2; }
secret() { od -An -N"$1" -tx1 /dev/urandom | tr -d ' \n'; }
umask 077
# New secrets would lock the product out of its database.
mkdir compose-env compose-env/certificates
cd compose-env
password=$(secret 24)
access_key=$(secret 10)
secret_key=$(secret 20)

case $2 in
'*.'*)
  cat > proxy.env <<END
APP_HOST=$1
MAPS_HOST=${2#'*.'}, $2
MAPS_TLS=tls /certificates/maps.crt /certificates/maps.key
END
  ;;
*)
  cat > proxy.env <<END
APP_HOST=$1
MAPS_HOST=$2
END
  ;;
esac

cat > postgres.env <<END
POSTGRES_USER=sea_vision
POSTGRES_DB=sea_vision
POSTGRES_PASSWORD=$password
END

cat > s3.env <<END
S3_ACCESS_KEY_ID=$access_key
S3_SECRET_ACCESS_KEY=$secret_key
END

cat > product.env <<END
APP_ORIGIN=https://$1
MAPS_ORIGIN=https://$2
TRUSTED_PROXIES=1
AUTH_SECRET=$(secret 32)
SUPERADMIN_EMAIL=$3
DATABASE_URL=postgresql://sea_vision:$password@postgres:5432/sea_vision
S3_ENDPOINT=http://s3:8333
S3_BUCKET=sea-vision
S3_ACCESS_KEY_ID=$access_key
S3_SECRET_ACCESS_KEY=$secret_key
# SMTP_URL=smtps://user:password@mail.example.com
# MAIL_FROM=Sea-Vision <no-reply@$1>
END

#!/bin/sh
# Prints the settings of compose.yaml with secrets of their own.
# Usage: sh docs/deploy/compose-env.sh sea-vision.example.com maps.example.com you@example.com > compose.env
set -eu
[ $# -eq 3 ] || { echo "Usage: $0 <host of the application> <host of the maps> <your mail address>" >&2; exit 2; }
secret() { od -An -N"$1" -tx1 /dev/urandom | tr -d ' \n'; }
password=$(secret 24)
cat <<END
APP_HOST=$1
MAPS_HOST=$2
APP_ORIGIN=https://$1
MAPS_ORIGIN=https://$2
TRUSTED_PROXIES=1
AUTH_SECRET=$(secret 32)
SUPERADMIN_EMAIL=$3
POSTGRES_USER=sea_vision
POSTGRES_DB=sea_vision
POSTGRES_PASSWORD=$password
DATABASE_URL=postgresql://sea_vision:$password@postgres:5432/sea_vision
S3_ENDPOINT=http://s3:8333
S3_BUCKET=sea-vision
S3_ACCESS_KEY_ID=$(secret 10)
S3_SECRET_ACCESS_KEY=$(secret 20)
# SMTP_URL=smtps://user:password@mail.example.com
# MAIL_FROM=Sea-Vision <no-reply@$1>
END

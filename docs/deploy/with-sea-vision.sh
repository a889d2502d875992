#!/bin/sh
# Runs a command as the product's user and with its settings: with-sea-vision node dist/doctor.js (docs/deploy.md, step 5).
set -eu
# shellcheck disable=SC2016 # it is the inner shell that is to put the command in
exec sudo --user=sea-vision sh -c 'set -a; . /etc/sea-vision.env; set +a; exec "$@"' with-sea-vision "$@"

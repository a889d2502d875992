#!/bin/sh
# Runs a command as the product's user with its settings: with-sea-vision node dist/doctor.js (docs/deploy.md, step 5).
set -eu
# shellcheck disable=SC2016 # the inner shell expands the command
exec sudo --user=sea-vision sh -c 'set -a; . /etc/sea-vision.env; set +a; exec "$@"' with-sea-vision "$@"

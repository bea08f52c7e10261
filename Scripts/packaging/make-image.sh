#!/usr/bin/env bash
# Makes dist/image, an OCI image layout of the studio, from the tarball of `make dist`; needs root, Debian's mmdebstrap and umoci, no daemon.
#   Scripts/packaging/make-image.sh [FOLDER]      FOLDER holds what `make dist` made, dist/ if none is given
set -euo pipefail
dist=$(realpath "${1:-$(dirname "$0")/../../dist}")
cd "$(dirname "$0")/../.."
tarball=$(ls "$dist"/sightline-*-linux-x86_64.tar.gz 2>/dev/null) || { echo "The tarball is missing: run make dist." >&2; exit 1; }
version=${tarball#"$dist"/sightline-}; version=${version%-linux-x86_64.tar.gz}
[ "$(id -u)" = 0 ] || { echo "The base of the image is made by mmdebstrap, which needs root here." >&2; exit 1; }
for tool in mmdebstrap umoci; do
    command -v $tool >/dev/null || { echo "$tool is missing: apt-get install $tool" >&2; exit 1; }
done
depends=$(dpkg-deb -f "$dist/sightline_${version}_amd64.deb" Depends | sed 's/([^)]*)//g; s/ //g; s/,adduser//')
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export SOURCE_DATE_EPOCH=$(git log -1 --format=%ct)
suite=$(. /etc/os-release && echo "$VERSION_CODENAME")

echo "1 of 3: a minimal Debian ($suite) with what the program loads"
mmdebstrap --quiet --variant=minbase --include="$depends,ca-certificates" \
    --dpkgopt='path-exclude=/usr/share/doc/*' --dpkgopt='path-exclude=/usr/share/man/*' --dpkgopt='path-exclude=/usr/share/locale/*' \
    --customize-hook='echo "sightline:x:998:998::/var/lib/sightline:/usr/sbin/nologin" >> "$1/etc/passwd"; echo "sightline:x:998:" >> "$1/etc/group"' \
    --customize-hook='mkdir -p "$1/var/lib/sightline" && chown 998:998 "$1/var/lib/sightline"' \
    --customize-hook='rm -rf "$1"/var/lib/apt/lists/* "$1"/var/cache/apt/* "$1"/var/log/*' \
    "$suite" "$work/base.tar"

echo "2 of 3: the program and its pages"
mkdir -p "$work/program/usr"
tar -xzf "$tarball" -C "$work/program/usr" --strip-components=1
rm -rf "$work/program/usr/share/man" "$work/program/usr/share/zsh" "$work/program/usr/share/fish" "$work/program/usr/share/bash-completion"
tar -C "$work/program" --sort=name --owner=0 --group=0 --numeric-owner --mtime="@$SOURCE_DATE_EPOCH" -cf "$work/program.tar" usr

echo "3 of 3: the image"
rm -rf "$dist/image"
umoci init --layout "$dist/image"
umoci new --image "$dist/image:$version"
for layer in base program; do umoci raw add-layer --image "$dist/image:$version" "$work/$layer.tar"; done
umoci config --image "$dist/image:$version" --config.user 998:998 --config.workingdir /var/lib/sightline --config.exposedports 8443/tcp \
    --config.entrypoint /usr/bin/sightline --config.cmd serve --config.cmd --tls --config.cmd --port --config.cmd 8443 \
    --config.cmd --data --config.cmd /var/lib/sightline --config.volume /var/lib/sightline \
    --config.label org.opencontainers.image.licenses=Apache-2.0 --config.label "org.opencontainers.image.version=$version"
umoci gc --layout "$dist/image"
du -sh "$dist/image"
